import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { readLines } from "../../../../../src/server/features/publicAddress/tunnel/process.ts";

/** What is said of a program's output, piece by piece. */
async function linesOf(pieces: readonly Buffer[], isEnded = true): Promise<string[]> {
  const lines: string[] = [];
  const stream = new PassThrough();
  readLines(stream, (line) => void lines.push(line));
  for (const piece of pieces) stream.write(piece);
  if (isEnded) stream.end();
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
  return lines;
}

test("a program's lines are read whole, whatever ends them and wherever pieces are cut", async () => {
  const text = Buffer.from("first\r\nsecond é\n\nprogress 1\rprogress 2\nlast");
  const bytes = Array.from(text, (byte) => Buffer.from([byte]));
  const whole = ["first", "second é", "progress 1", "progress 2", "last"];
  expect(await linesOf([text])).toEqual(whole);
  expect(await linesOf(bytes)).toEqual(whole);
});

test("a line without an end is handed over at 16,384 characters, and its rest is dropped", async () => {
  const endless = Array.from({ length: 64 }, () => Buffer.alloc(65_536, "x"));
  const [line = "", ...more] = await linesOf(endless, false);
  expect(line).toBe("x".repeat(16_384));
  expect(more).toEqual([]);
  const next = await linesOf([...endless, Buffer.from("\nnext\n")]);
  expect(next).toEqual(["x".repeat(16_384), "next"]);
});
