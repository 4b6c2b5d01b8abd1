import { expect, test } from "vitest";
import { filteredPage } from "../../../src/server/common/paging.ts";

const items = Array.from({ length: 5000 }, (_, index) => ({ id: 5000 - index }));
const read = (offset: number, limit: number) => items.slice(offset, offset + limit);

test("a page of what matches, and how much matches in all", async () => {
  const even = ({ id }: { id: number }) => id % 2 === 0;
  expect(await filteredPage(read, even, { page: 2, limit: 3 })).toEqual({
    items: [{ id: 4994 }, { id: 4992 }, { id: 4990 }],
    total: 2500,
    page: 2,
    limit: 3,
  });
});

test("an item that moves between two pieces is counted once", async () => {
  let shift = 0;
  const moving = (offset: number, limit: number) => {
    const piece = items.slice(Math.max(0, offset - shift), offset - shift + limit);
    shift = 1;
    return piece;
  };
  const { total } = await filteredPage(moving, () => true, { page: 1, limit: 10 });
  expect(total).toBe(5000);
});

test("others get their turn while a long scan goes on", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const slow = () => {
    const end = performance.now() + 0.02;
    while (performance.now() < end);
    return true;
  };
  await filteredPage(read, slow, { page: 1, limit: 10 });
  clearInterval(timer);
  // A hundred milliseconds of work, in slices of eight and a bit.
  expect(turns).toBeGreaterThanOrEqual(4);
});

test("many scans at once take turns too, so that nobody waits for all of their pieces", async () => {
  let turns = 0;
  let isOver = false;
  const countTurns = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const slow = () => {
    const end = performance.now() + 0.02;
    while (performance.now() < end);
    return true;
  };
  await Promise.all(
    Array.from({ length: 5 }, () => filteredPage(read, slow, { page: 1, limit: 10 })),
  );
  isOver = true;
  // Five hundred milliseconds of work, in slices of eight and a bit; all at once made twelve turns.
  expect(turns).toBeGreaterThanOrEqual(25);
});
