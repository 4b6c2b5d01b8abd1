import { expect, test } from "vitest";
import { detectFormat } from "../../../../../src/server/features/exchange/read/detectFormat.ts";
import { read } from "../../../../../src/server/features/exchange/read/read.ts";
import { largeTable } from "../largeTable.ts";

const rows = 30_000;

test("a reader keeps no more of a long table than a piece", async () => {
  let head = Buffer.alloc(0);
  for await (const piece of largeTable(100)) head = Buffer.concat([head, piece]);
  const known = await detectFormat(head);
  const seen = { links: 0, taken: 0, ahead: 0, clicks: 0 };
  async function* open(): AsyncGenerator<Uint8Array> {
    for await (const piece of largeTable(rows)) {
      seen.taken += piece.toString().split("\n").length - 1;
      yield piece;
    }
  }
  for await (const row of read(open, known).rows) {
    seen.links += Number(row.kind === "link");
    seen.clicks += row.kind === "link" ? (row.link.clicks ?? 0) : 0;
    seen.ahead = Math.max(seen.ahead, seen.taken - seen.links);
  }
  expect(seen).toMatchObject({ links: rows, clicks: ((rows - 1) * rows) / 2 });
  expect(seen.ahead).toBeLessThan(1000);
});
