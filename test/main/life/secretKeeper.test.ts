import { expect, test } from "vitest";
import { createSecretKeeper, type KeyStore } from "../../../src/main/life/secretKeeper.ts";

type Backend = ReturnType<KeyStore["getSelectedStorageBackend"]>;

function store(isThere: boolean, backend: Backend = "gnome_libsecret"): KeyStore {
  return {
    isEncryptionAvailable: () => isThere,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(`sealed:${text}`),
    decryptString: (sealed) => sealed.toString().replace("sealed:", ""),
  };
}

test.each([
  ["darwin", "keychain"],
  ["win32", "dpapi"],
  ["linux", "gnome_libsecret"],
] as const)("on %s secrets are sealed by the system's own %s", async (platform, name) => {
  const keeper = createSecretKeeper(platform, store(true));
  expect(keeper).toMatchObject({ name, isPlain: false });
  const sealed = await keeper.encrypt("a token");
  expect(Buffer.from(sealed).toString()).toBe("sealed:a token");
  expect(await keeper.decrypt(sealed)).toBe("a token");
});

test.each([
  ["there is no key store", store(false), "none"],
  ["Chromium would use a key that everybody knows", store(true, "basic_text"), "basic_text"],
])("where %s nothing is said to be sealed, and nothing is", async (_why, keys, name) => {
  const keeper = createSecretKeeper("linux", keys);
  expect(keeper).toMatchObject({ name, isPlain: true });
  const kept = await keeper.encrypt("a token");
  expect(Buffer.from(kept).toString()).toBe("a token");
  expect(await keeper.decrypt(kept)).toBe("a token");
});
