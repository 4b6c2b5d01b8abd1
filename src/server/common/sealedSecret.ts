import { join } from "node:path";
import { ownMark } from "../store/ownerKey.ts";
import type { SecretsRecord } from "../store/records.ts";
import type { Core } from "./context.ts";

/** Seals small secrets as the system can; the desktop shell has one, a service alone has none. */
export interface SecretKeeper {
  /** As the system calls it, for example `gnome_libsecret`, `keychain`, `dpapi` or `basic_text`. */
  readonly name: string;
  /** What it seals can be opened by whoever can read the file. */
  readonly isPlain: boolean;
  encrypt(text: string): Uint8Array | Promise<Uint8Array>;
  /** Throws where it isn't the one that sealed it. */
  decrypt(sealed: Uint8Array): string | Promise<string>;
}

export interface SealedState {
  /** The file. */
  readonly path: string;
  readonly protection: "file" | "system";
  /** Of the key store, as the system calls it; null: there was none. */
  readonly keeper: string | null;
}

export interface SealedSecret {
  /** Null: none is kept. */
  state(): SealedState | null;
  /** Empty: gives it up. */
  keep(text: string): Promise<void>;
  /** Whether this user's Waypost kept it; one that a folder from elsewhere brought, others know. */
  isOwn(): Promise<boolean>;
  /** Null: none is kept. `lockedBy`: the key store that sealed it isn't there, or is another one. */
  open(): Promise<{ readonly text: string } | { readonly lockedBy: string } | null>;
}

/** One secret in `secrets.json`, sealed where the system has a key store. */
export function createSealedSecret(
  { store, dataDir, secretKeeper: keeper }: Pick<Core, "store" | "dataDir" | "secretKeeper">,
  name: "tunnelToken" | "edgeSecret" | "edgeSecretBefore" | "webhookSecrets",
): SealedSecret {
  const path = join(dataDir, "secrets.json");

  return {
    state() {
      const stored = store.secrets[name];
      if (stored === undefined) return null;
      const isSealed =
        stored.keeper !== null && !(stored.keeper === keeper?.name && keeper.isPlain);
      return { path, protection: isSealed ? "system" : "file", keeper: stored.keeper };
    },
    async keep(text) {
      const without = (): SecretsRecord => {
        const { [name]: _before, ...others } = store.secrets;
        return others;
      };
      if (text === "") return store.saveSecrets(without());
      const value =
        keeper === null ? text : Buffer.from(await keeper.encrypt(text)).toString("base64");
      const ownIn = (await ownMark())?.(name, value);
      const stored = { keeper: keeper?.name ?? null, value, ...(ownIn !== undefined && { ownIn }) };
      // What the key store took its time for may have been followed by another secret's change.
      await store.saveSecrets({ ...without(), [name]: stored });
    },
    async isOwn() {
      const stored = store.secrets[name];
      return (
        stored?.ownIn !== undefined && stored.ownIn === (await ownMark())?.(name, stored.value)
      );
    },
    async open() {
      const stored = store.secrets[name];
      if (stored === undefined) return null;
      if (stored.keeper === null) return { text: stored.value };
      try {
        if (keeper?.name !== stored.keeper)
          throw new Error("The secret was encrypted with a different keychain.");
        return { text: await keeper.decrypt(Buffer.from(stored.value, "base64")) };
      } catch {
        return { lockedBy: stored.keeper };
      }
    },
  };
}
