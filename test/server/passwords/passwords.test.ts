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
import {
  createPasswordThrottle,
  type Attempt,
} from "../../../src/server/passwords/passwordThrottle.ts";
import { createLinkPasswords } from "../../../src/server/passwords/linkPasswords.ts";
import { quickHash } from "../../support/quickHash.ts";

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

/** A link on which others have been guessing, with waits that end when the test says so. */
function setUp({ random = () => 0 }: { random?: () => number } = {}) {
  let now = 0;
  const waits: { readonly milliseconds: number; readonly release: () => void }[] = [];
  const turns = createPasswordThrottle({
    clock: () => now,
    random,
    wait: (milliseconds) =>
      new Promise((release) => {
        waits.push({ milliseconds, release });
      }),
  });
  const take = (network: string | null, hasTried = network !== null) =>
    turns.take(1, { network, hasTried });
  return {
    turns,
    waits,
    take,
    later: (milliseconds: number) => {
      now += milliseconds;
    },
    guess: async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        // oxlint-disable-next-line no-await-in-loop
        (await take(null))?.end("wrong");
      }
    },
    /** Lets the next one go on, at its moment. */
    next: async () => {
      const wait = waits.shift();
      now += wait?.milliseconds ?? 0;
      wait?.release();
      await new Promise((turn) => setImmediate(turn));
      return wait?.milliseconds;
    },
  };
}

/** The order in which tries had their turns. */
function noted() {
  const order: string[] = [];
  const note = async (
    who: string,
    taking: Promise<Attempt | null>,
    was: "wrong" | "right" = "wrong",
  ) => {
    const turn = await taking;
    order.push(turn === null ? `${who} away` : who);
    turn?.end(was);
  };
  return { order, note };
}

test("a hundred wrong tries an hour go at once, then they are spaced out, up to 30 s", async () => {
  const { take, guess, next, turns, later } = setUp();
  await guess(100);
  const gaps: (number | undefined)[] = [];
  for (let count = 0; count < 120; count += 1) {
    const waiting = take(null);
    // oxlint-disable-next-line no-await-in-loop
    gaps.push(await next());
    // oxlint-disable-next-line no-await-in-loop
    (await waiting)?.end("wrong");
  }
  expect(gaps.slice(0, 3)).toEqual([300, 600, 900]);
  expect(gaps.slice(99)).toEqual(Array.from({ length: 21 }, () => 30_000));
  expect(turns.retryAfter(1, { network: null, hasTried: false })).toBe(30);
  expect(await turns.take(2, { network: null, hasTried: false })).not.toBeNull();
  later(60 * 60_000);
  expect(await take(null)).not.toBeNull();
});

test("right tries don't count, and the next one follows at once", async () => {
  const { take, guess, next, waits } = setUp();
  await guess(99);
  for (let count = 0; count < 50; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    (await take("a"))?.end("right");
  }
  await guess(1);
  expect(waits).toEqual([]);
  const { order, note } = noted();
  const all = [note("a", take("a"), "right"), note("b", take("b"), "right")];
  expect(await next()).toBe(300);
  expect(await next()).toBe(0);
  await Promise.all(all);
  expect(order).toEqual(["a", "b"]);
});

test("fifty at once are counted before any of them is known to be wrong", async () => {
  const { take, guess, waits } = setUp();
  await guess(90);
  const turns = Array.from({ length: 50 }, (_, number) => take(`n${number}`));
  await new Promise((turn) => setImmediate(turn));
  // Ten go on, one waits for its moment, and fifteen behind it.
  expect(waits).toHaveLength(1);
  const settled = await Promise.all(
    turns.map((turn) => Promise.race([turn, Promise.resolve("waits" as const)])),
  );
  expect(settled.filter((one) => one === "waits")).toHaveLength(16);
  expect(settled.filter((one) => one === null)).toHaveLength(24);
});

test("who waits is served network by network, and a network without a wrong try doesn't wait", async () => {
  const { take, guess, next } = setUp();
  await guess(100);
  const { order, note } = noted();
  const all = [
    note("guesser 1", take("guesser")),
    note("guesser 2", take("guesser")),
    note("many 1", take("many")),
    note("many 2", take("many")),
    note("many 3", take("many")),
    note("visitor", take("visitor", false), "right"),
  ];
  await all.at(-1);
  expect(order).toEqual(["visitor"]);
  for (let count = 1; count < all.length; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await next();
  }
  await Promise.all(all);
  expect(order).toEqual(["visitor", "guesser 1", "many 1", "guesser 2", "many 2", "many 3"]);
});

test("wrong first tries of a hundred networks within an hour space out the next first tries", async () => {
  const { take, next, waits } = setUp();
  for (let number = 0; number < 100; number += 1) {
    // oxlint-disable-next-line no-await-in-loop
    (await take(`network ${number}`, false))?.end("wrong");
  }
  expect(waits).toEqual([]);
  const { order, note } = noted();
  const visitor = note("visitor", take("visitor", false), "right");
  const guesser = note("guesser", take("network 1"));
  await guesser;
  expect(await next()).toBe(300);
  await visitor;
  expect(order).toEqual(["guesser", "visitor"]);
});

test("where nobody can be told apart, the dice say who is sent away, not who came first", async () => {
  let roll = 0;
  const { take, guess } = setUp({ random: () => roll });
  await guess(100);
  const { order, note } = noted();
  for (let number = 0; number < 16; number += 1) void note(`waiting ${number}`, take(null));
  void note("late", take(null));
  roll = 0.999;
  void note("later", take(null));
  await new Promise((turn) => setImmediate(turn));
  expect(order).toEqual(["waiting 0 away", "later away"]);
});

test("nobody waits for minutes: at 30 s apart two may, the others are sent away", async () => {
  const { take, guess, next } = setUp({ random: () => 0.999 });
  await guess(100);
  for (let count = 0; count < 100; count += 1) {
    const waiting = take(null);
    // oxlint-disable-next-line no-await-in-loop
    await next();
    // oxlint-disable-next-line no-await-in-loop
    (await waiting)?.end("wrong");
  }
  const { order, note } = noted();
  for (const who of ["one", "two", "three", "four"]) void note(who, take(null));
  await new Promise((turn) => setImmediate(turn));
  expect(order).toEqual(["three away", "four away"]);
});

const cookieKey = Buffer.alloc(32, 7).toString("base64url");
const one = { id: 1, password: "scrypt$1$1$1$a$b" };

test("a token opens its link as long as the password stays, in this store only", () => {
  const passwords = createLinkPasswords({ cookieKey, clock: () => 0 });
  const token = passwords.tokenOf(one);
  expect(passwords.isOpenedBy(["made up", token], one)).toBe(true);
  expect(passwords.isOpenedBy([], one)).toBe(false);
  expect(passwords.isOpenedBy([token], { ...one, id: 2 })).toBe(false);
  expect(passwords.isOpenedBy([token], { ...one, password: "scrypt$1$1$1$a$c" })).toBe(false);
  expect(passwords.isOpenedBy([passwords.tokenOf({ id: 1 })], { id: 1 })).toBe(false);
  const other = createLinkPasswords({ cookieKey: cookieKey.replace(/^./, "A"), clock: () => 0 });
  expect(other.isOpenedBy([token], one)).toBe(false);
});

test("a token ends after twelve hours, and its end can't be moved", () => {
  let now = Date.UTC(2026, 2, 10);
  const passwords = createLinkPasswords({ cookieKey, clock: () => now });
  const token = passwords.tokenOf(one);
  const [end = "", mac = ""] = token.split(".");
  expect(Number(end)).toBe(now + 12 * 60 * 60_000);
  const moved = [`${Number(end) + 1}.${mac}`, `${end}9.${mac}`, mac, `.${mac}`, `x${token}`];
  for (const other of moved) expect(passwords.isOpenedBy([other], one)).toBe(false);
  now += 12 * 60 * 60_000 - 1;
  expect(passwords.isOpenedBy([token], one)).toBe(true);
  now += 1;
  expect(passwords.isOpenedBy([token], one)).toBe(false);
});

test("many at once wait for one hashing after the other, or are sent away uncounted", async () => {
  // Some 40 ms for each: all have come before the first is through.
  const link = { id: 1, password: quickHash("open sesame", 16_384) };
  const passwords = createLinkPasswords({ cookieKey, clock: () => 0 });
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      passwords.tryPassword(link, "wrong", `203.0.113.${place}`),
    ),
  );
  const kinds = answers.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "wrong")).toHaveLength(8);
  expect(answers.filter(({ kind }) => kind === "later")).toContainEqual({
    kind: "later",
    retryAfter: 2,
  });
  expect(await passwords.tryPassword(link, "open sesame", "203.0.113.1")).toMatchObject({
    kind: "right",
  });
});

test("a right password doesn't wait for wrong ones of other networks, however many there were", async () => {
  const link = { id: 1, password: quickHash("open sesame") };
  let asked: () => void = () => undefined;
  const waits = new Promise<"waits">((resolve) => {
    asked = () => resolve("waits");
  });
  const passwords = createLinkPasswords({
    cookieKey,
    clock: () => 0,
    wait() {
      asked();
      return new Promise(() => undefined);
    },
  });
  for (let network = 0; network < 25; network += 1) {
    for (let count = 0; count < 6; count += 1) {
      const wrong = passwords.tryPassword(link, "wrong", `203.0.113.${network}`);
      // oxlint-disable-next-line no-await-in-loop
      if ((await Promise.race([wrong, waits])) === "waits") break;
    }
  }
  expect(await waits).toBe("waits");
  expect(await passwords.tryPassword(link, "open sesame", "198.51.100.1")).toMatchObject({
    kind: "right",
  });
}, 20_000);

test("the right password of a link waits one hash at most for each link that is guessed at", async () => {
  const passwords = createLinkPasswords({ cookieKey, clock: () => 0 });
  const attacked = [1, 2].map((id) => ({ id, password: quickHash("open sesame", 4_096) }));
  const order: number[] = [];
  const guesses = attacked.flatMap((link) =>
    Array.from({ length: 19 }, async (_, place) => {
      const { kind } = await passwords.tryPassword(link, "wrong", `203.0.${place}.1`);
      if (kind === "wrong") order.push(link.id);
    }),
  );
  const link = { id: 3, password: quickHash("open sesame", 4_096) };
  const { kind } = await passwords.tryPassword(link, "open sesame", "198.51.100.1");
  order.push(link.id);
  await Promise.all(guesses);
  expect(kind).toBe("right");
  // One was being hashed already, then each link had its turn.
  expect(order.indexOf(link.id)).toBeLessThanOrEqual(attacked.length + 1);
  expect(order.length).toBeGreaterThan(attacked.length * 4);
}, 20_000);
