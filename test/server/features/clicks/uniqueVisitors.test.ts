import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  exactUpTo,
  UniqueVisitors,
} from "../../../../src/server/features/clicks/uniqueVisitors.ts";

function visitor(number: number): string {
  return createHash("sha256").update(String(number)).digest().subarray(0, 12).toString("base64url");
}

function withVisitors(count: number): UniqueVisitors {
  const visitors = new UniqueVisitors();
  for (let number = 0; number < count; number += 1) visitors.add(visitor(number));
  return visitors;
}

/** Three standard errors of 2^12 registers. */
const tolerance = 3 * 0.01625;

test("up to a thousand visitors are counted exactly, however often they come", () => {
  const visitors = withVisitors(exactUpTo);
  for (let number = 0; number < exactUpTo; number += 1) visitors.add(visitor(number));
  expect(visitors.count).toBe(exactUpTo);
});

test.each([1_500, 5_000, 20_000, 200_000])(
  "%i visitors are estimated within the known error",
  (count) => {
    const estimate = withVisitors(count).count;
    expect(Math.abs(estimate - count) / count).toBeLessThan(tolerance);
  },
);

test("a count never goes down, not even where the estimate begins", () => {
  const visitors = new UniqueVisitors();
  let former = 0;
  for (let number = 0; number < 6_000; number += 1) {
    visitors.add(visitor(number));
    expect(visitors.count).toBeGreaterThanOrEqual(former);
    former = visitors.count;
  }
});

test.each([0, 3, exactUpTo, exactUpTo + 1, 8_000])(
  "%i visitors survive a checkpoint and count on as before",
  (count) => {
    const before = withVisitors(count);
    const after = UniqueVisitors.restore(JSON.parse(JSON.stringify(before.toCheckpoint())));
    expect(after.count).toBe(before.count);
    for (let number = 0; number < count + 500; number += 1) {
      before.add(visitor(number));
      after.add(visitor(number));
    }
    expect(after.count).toBe(before.count);
  },
);

test("visitors that an older checkpoint kept as words are the same visitors", () => {
  const words = Array.from({ length: 700 }, (_, number) => visitor(number));
  const after = UniqueVisitors.restore(words);
  expect(after.count).toBe(700);
  for (const word of words) after.add(word);
  expect(after.count).toBe(700);
  after.add(visitor(700));
  expect(after.count).toBe(701);
});

test("a visitor whose key has no bit set is a visitor like any other", () => {
  const visitors = new UniqueVisitors();
  for (const key of ["A".repeat(16), `${"A".repeat(15)}B`, `B${"A".repeat(15)}`]) visitors.add(key);
  for (const key of ["A".repeat(16), `${"A".repeat(15)}B`]) visitors.add(key);
  expect(visitors.count).toBe(3);
});

test("above a thousand visitors a link takes four kilobytes, whoever comes", () => {
  const stored = withVisitors(50_000).toCheckpoint();
  expect(typeof stored === "string" && Buffer.from(stored, "base64")).toHaveLength(4_096);
});

test("more keys than are kept exactly are read in a moment, also where all of them look alike", () => {
  const bytes = Buffer.alloc(12 * 500_000);
  for (let number = 0; number < 500_000; number += 1) {
    bytes.writeUInt32BE(number, 12 * number);
    bytes.writeUInt32BE(number, 12 * number + 8);
  }
  const start = process.threadCpuUsage();
  const visitors = UniqueVisitors.restore({ keys: bytes.toString("base64") });
  const { user, system } = process.threadCpuUsage(start);
  expect(visitors.count).toBe(exactUpTo);
  expect((user + system) / 1000).toBeLessThan(1_000);
});
