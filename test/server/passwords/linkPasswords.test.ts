import { expect, test } from "vitest";
import { createLinkPasswords } from "../../../src/server/passwords/linkPasswords.ts";
import { quickHash } from "../../support/quickHash.ts";

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
  expect(await passwords.tryPassword(link, "open sesame", "203.0.113.1")).toEqual({
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
  expect(await passwords.tryPassword(link, "open sesame", "198.51.100.1")).toEqual({
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
