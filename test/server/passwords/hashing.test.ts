import { scryptSync } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, test } from "vitest";
import {
  hashPassword,
  newApiKey,
  sameSecret,
  verifyPassword,
} from "../../../src/server/passwords/hashing.ts";
import { Busy } from "../../../src/server/common/problems.ts";

const root = join(import.meta.dirname, "../../../src/server");
const sources = globSync("**/*.ts", { cwd: root }).map((file) => ({
  file: file.split(sep).join("/"),
  text: readFileSync(join(root, file), "utf8"),
}));

describe("comparisons of secrets", () => {
  test("are made in constant time, in one place for each room that has secrets", () => {
    const files = sources.filter(({ text }) => text.includes("timingSafeEqual"));
    // The lock of the folder proves itself between processes, and may import nothing of services.
    expect(files.map(({ file }) => file).toSorted()).toEqual([
      "passwords/hashing.ts",
      "store/lock.ts",
    ]);
  });

  test("are made nowhere with an operator", () => {
    const secret = /\b(\w*[kK]ey|\w*[sS]ecret|\w*[pP]assword|authorization|digest)\b/;
    const compared = /([\w.?()[\]"']+)\s*[!=]==?\s*([\w.?()[\]"']+)/g;
    const found = sources.flatMap(({ file, text }) =>
      [...text.matchAll(compared)]
        .filter(([, left = "", right = ""]) => {
          const isSecret = [left, right].some((side) => /^[\w.]+$/.test(side) && secret.test(side));
          const isPresence = [left, right].some((side) =>
            /^(undefined|null|""|"\w*"|\d+)[)?]*$/.test(side),
          );
          const isPlainName = [left, right].some((side) => /^(key|\w+\.key|hashKey)$/.test(side));
          return isSecret && !isPresence && !isPlainName;
        })
        .map(([comparison]) => `${file}: ${comparison}`),
    );
    expect(sources.length).toBeGreaterThan(40);
    expect(found).toEqual([]);
  });
});

test("sameSecret holds whole texts of any length against each other", () => {
  expect(sameSecret("abc", "abc")).toBe(true);
  for (const other of ["", "ab", "abcd", "ABC", "abc "])
    expect(sameSecret("abc", other)).toBe(false);
});

test("keys are 32 random bytes", () => {
  const keys = new Set(Array.from({ length: 100 }, newApiKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(Buffer.from(key, "base64url")).toHaveLength(32);
});

describe("passwords", () => {
  test(
    "are kept as scrypt$N$r$p$salt$hash, each with its own salt",
    { timeout: 20_000 },
    async () => {
      const [one, other] = await Promise.all([hashPassword("open"), hashPassword("open")]);
      expect(one).toMatch(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
      expect(one).not.toBe(other);
      expect(await verifyPassword("open", one)).toBe(true);
      expect(await verifyPassword("Open", one)).toBe(false);
      expect(await verifyPassword("open", "")).toBe(false);
    },
  );

  test("hashed with the former figures stay valid", async () => {
    const salt = Buffer.alloc(16, "salt");
    const hash = scryptSync("open", salt, 32, { N: 32_768, r: 8, p: 1, maxmem: 64 << 20 });
    const stored = `scrypt$32768$8$1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
    expect(await verifyPassword("open", stored)).toBe(true);
    expect(await verifyPassword("Open", stored)).toBe(false);
  });

  test.each([
    { N: 524_288, r: 2, p: 1 },
    { N: 1024, r: 17, p: 1 },
    { N: 1024, r: 8, p: 5 },
  ])("of somebody else's file with the figures $N, $r, $p open nothing", async (cost) => {
    const hash = scryptSync("open", "salt", 32, { ...cost, maxmem: 256 << 20 });
    const parts = ["scrypt", cost.N, cost.r, cost.p, "c2FsdA", hash.toString("base64url")];
    expect(await verifyPassword("open", parts.join("$"))).toBe(false);
  });

  test.each(["1000$8$1", "1$8$1", "0$0$0", "1024$0.5$1", "1024$8$-1", "$$"])(
    "with the figures %j, which scrypt refuses, open nothing",
    async (figures) => {
      expect(await verifyPassword("open", `scrypt$${figures}$c2FsdA$aGFzaA`)).toBe(false);
    },
  );

  test("are tried one at a time, a few may wait, and the rest is told to come back", async () => {
    const salt = Buffer.alloc(16, "salt");
    // Made with less work, so that the test is quick.
    const hash = scryptSync("open", salt, 32, { N: 1024, r: 8, p: 1 });
    const parts = ["scrypt", 1024, 8, 1, salt.toString("base64url"), hash.toString("base64url")];
    const stored = parts.join("$");
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => verifyPassword("guess", stored)),
    );
    const refused = tries.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(Busy);
    expect(await verifyPassword("open", stored)).toBe(true);
  });
});
