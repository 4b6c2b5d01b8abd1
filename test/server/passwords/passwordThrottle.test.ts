import { expect, test } from "vitest";
import {
  createPasswordThrottle,
  type Attempt,
} from "../../../src/server/passwords/passwordThrottle.ts";

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
