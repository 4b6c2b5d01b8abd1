import { expect, test } from "vitest";
import { createControl } from "../../src/mirror/worker/control/control.ts";
import {
  callPrefix,
  hashHeader,
  signatureHeader,
  timeHeader,
} from "../../src/mirror/wire/calls.ts";
import { bodyHash, sign } from "../../src/mirror/wire/sign.ts";
import { openEdgeDatabase } from "../support/edgeDatabase.ts";

const now = Date.UTC(2026, 2, 10);
const path = `${callPrefix}push`;
const piece = new TextEncoder().encode("x".repeat(64 * 1024));
const announced = 90 * 2 ** 20;

/** A call with a body of 90 MiB, which says nothing of its length, and how much of it was read. */
async function callWith(signature: string) {
  const control = createControl({
    database: openEdgeDatabase(),
    secret: "a secret",
    clock: () => now,
    version: "0",
    formats: [1, 1],
  });
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += piece.length;
        controller.enqueue(piece);
        if (read >= announced) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const hash = await bodyHash("");
  const headers = {
    [timeHeader]: String(now),
    [hashHeader]: hash,
    [signatureHeader]: signature,
  };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const answer = await control(new Request(`https://go.example.org${path}`, init));
  return { status: answer.status, ...(JSON.parse(answer.body) as { code: string }), read };
}

test("a call whose signature isn't 64 hex digits is refused before its body is read", async () => {
  for (const signature of [
    "x",
    "",
    "0".repeat(63),
    "0".repeat(65),
    "g".repeat(64),
    "F".repeat(64),
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await callWith(signature)).toEqual({ status: 401, code: "unsigned", read: 0 });
  }
});

test("a call whose signature is made up is refused before its body is read", async () => {
  expect(await callWith("0".repeat(64))).toEqual({ status: 401, code: "foreign", read: 0 });
});

test("a call whose body isn't the signed one is refused", async () => {
  const hash = await bodyHash("{}");
  const signature = await sign("a secret", { method: "POST", path, time: now, hash });
  const control = createControl({
    database: openEdgeDatabase(),
    secret: "a secret",
    clock: () => now,
    version: "0",
    formats: [1, 1],
  });
  const headers = {
    [timeHeader]: String(now),
    [hashHeader]: hash,
    [signatureHeader]: signature,
  };
  const request = new Request(`https://go.example.org${path}`, {
    method: "POST",
    headers,
    body: "{ }",
  });
  const answer = await control(request);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([401, { code: "foreign" }]);
});

test("a call's body is read up to its bound, whatever its head says of the length", async () => {
  const hash = await bodyHash("");
  const signature = await sign("a secret", { method: "POST", path, time: now, hash });
  const { read, ...answer } = await callWith(signature);
  expect(answer).toEqual({ status: 400, code: "malformed" });
  expect(read).toBeLessThan(5_000_000);
});
