import type { SafeStorage } from "electron";
import type { SecretKeeper } from "../../app/index.ts";

/** What Electron's `safeStorage` can. */
export type KeyStore = Pick<
  SafeStorage,
  "decryptString" | "encryptString" | "getSelectedStorageBackend" | "isEncryptionAvailable"
>;

const ownStores = { darwin: "keychain", win32: "dpapi" } as const;

/**
 * The system's key store, for the tokens of tunnels. Where there is none, Chromium would seal with a
 * key that everybody knows: nothing is sealed then, and that is said. Asked only when there is a secret.
 */
export function createSecretKeeper(platform: NodeJS.Platform, store: KeyStore): SecretKeeper {
  const nameOf = () => {
    if (!store.isEncryptionAvailable()) return "none";
    return platform === "darwin" || platform === "win32"
      ? ownStores[platform]
      : store.getSelectedStorageBackend();
  };
  const isPlain = () => ["none", "basic_text", "unknown"].includes(nameOf());
  return {
    get name() {
      return nameOf();
    },
    get isPlain() {
      return isPlain();
    },
    encrypt: (text) => (isPlain() ? Buffer.from(text) : store.encryptString(text)),
    decrypt: (sealed) =>
      isPlain() ? Buffer.from(sealed).toString() : store.decryptString(Buffer.from(sealed)),
  };
}
