import { expect, test } from "vitest";
import { readText } from "../../../src/mirror/worker/readText.ts";

/** A body in these pieces, and how many of them were asked for. */
function bodyOf(pieces: readonly Uint8Array[]) {
  let asked = 0;
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[asked];
        asked += 1;
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel: () => void (isCanceled = true),
    },
    { highWaterMark: 0 },
  );
  return { body, seen: () => ({ asked, isCanceled }) };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("a body in pieces of one byte is text, also where a piece cuts a letter", async () => {
  const text = `${"a".repeat(3000)}é €`;
  const pieces = Array.from(bytes(text), (byte) => Uint8Array.of(byte));
  expect(await readText(bodyOf(pieces).body, 4000)).toBe(text);
});

test("a body that is too long is given up at the piece that makes it so", async () => {
  const { body, seen } = bodyOf([bytes("abc"), bytes("de"), bytes("f")]);
  expect(await readText(body, 4)).toBeNull();
  expect(seen()).toEqual({ asked: 2, isCanceled: true });
  expect(await readText(bodyOf([bytes("abc"), bytes("d")]).body, 4)).toBe("abcd");
  expect(await readText(null, 4)).toBe("");
});
