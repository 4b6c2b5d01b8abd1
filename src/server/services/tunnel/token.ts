import { join } from "node:path";
import type { Store } from "../../store/store.ts";
import type { SecretKeeper } from "../secretKeeper.ts";
import { type Problem, problem } from "./model.ts";

export interface TokenState {
  /** The file. */
  readonly path: string;
  readonly protection: "file" | "system";
  /** Of the key store, as the system calls it; null: there was none. */
  readonly keeper: string | null;
}

export interface TunnelToken {
  /** Null: none is kept. */
  state(): TokenState | null;
  /** Empty: gives it up. */
  keep(token: string): Promise<void>;
  open(): Promise<{ readonly token: string } | { readonly problem: Problem }>;
}

/** The tunnel's token in `secrets.json`, sealed where the system has a key store. */
export function createTunnelToken(options: {
  store: Pick<Store, "secrets" | "saveSecrets">;
  dataDir: string;
  keeper: SecretKeeper | null;
}): TunnelToken {
  const { store, keeper } = options;
  const path = join(options.dataDir, "secrets.json");

  return {
    state() {
      const kept = store.secrets.tunnelToken;
      if (kept === undefined) return null;
      const isSealed = kept.keeper !== null && !(kept.keeper === keeper?.name && keeper.isPlain);
      return { path, protection: isSealed ? "system" : "file", keeper: kept.keeper };
    },
    async keep(token) {
      const { tunnelToken: _before, ...others } = store.secrets;
      if (token === "") return store.saveSecrets(others);
      const value =
        keeper === null ? token : Buffer.from(await keeper.encrypt(token)).toString("base64");
      await store.saveSecrets({ ...others, tunnelToken: { keeper: keeper?.name ?? null, value } });
    },
    async open() {
      const kept = store.secrets.tunnelToken;
      if (kept === undefined) return { problem: problem("tokenMissing") };
      if (kept.keeper === null) return { token: kept.value };
      try {
        if (keeper?.name !== kept.keeper) throw new Error("Another one sealed it.");
        return { token: await keeper.decrypt(Buffer.from(kept.value, "base64")) };
      } catch {
        return { problem: problem("tokenLocked", { keeper: kept.keeper }) };
      }
    },
  };
}
