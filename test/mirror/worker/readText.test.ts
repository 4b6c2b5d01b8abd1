import { expect, test } from "vitest";
import { readText } from "../../../src/mirror/worker/readText.ts";

/** A request with a body in these pieces, and how many of them were asked for. */
function requestOf(pieces: readonly Uint8Array[]) {
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
  // Node wants to know that the answer waits for the body; other platforms have no such word.
  const given = { method: "POST", body, duplex: "half" };
  const request = new Request("http://localhost/", given);
  return { request, seen: () => ({ asked, isCanceled }) };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test("a body in pieces of one byte is text, also where a piece cuts a letter", async () => {
  const text = `${"a".repeat(3000)}é €`;
  const pieces = Array.from(bytes(text), (byte) => Uint8Array.of(byte));
  expect(await readText(requestOf(pieces).request, 4000)).toBe(text);
});

test("a body that is longer than it says is given up", async () => {
  const { request } = requestOf([bytes("abc"), bytes("d")]);
  request.headers.set("content-length", "3");
  expect(await readText(request, 4000)).toBeNull();
});

test("a body that is too long is given up at the piece that makes it so", async () => {
  const { request, seen } = requestOf([bytes("abc"), bytes("de"), bytes("f")]);
  expect(await readText(request, 4)).toBeNull();
  expect(seen()).toEqual({ asked: 2, isCanceled: true });
  expect(await readText(requestOf([bytes("abc"), bytes("d")]).request, 4)).toBe("abcd");
  expect(await readText(new Request("http://localhost/"), 4)).toBe("");
});
