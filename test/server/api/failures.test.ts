import { createServer } from "node:http";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { createSendAnswer } from "../../../src/server/api/answers.ts";
import { createFailures, HttpFailure } from "../../../src/server/api/failures.ts";
import { operations } from "../../../src/contract/operations.ts";
import {
  Busy,
  Conflict,
  Ending,
  Forbidden,
  IdsUsedUp,
  Invalid,
  NotFound,
  StoreFailed,
  StoreFull,
} from "../../../src/server/common/problems.ts";
import { type Answer, send } from "../../support/server.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/** What a handler that does this answers, and what is written to the log. */
async function answerOf(handler: express.RequestHandler): Promise<Answer & { logged: string[] }> {
  const logged: string[] = [];
  const app = express().disable("x-powered-by");
  app.get("/api/thing", handler);
  app.use(createFailures((line) => logged.push(line), { refused: () => undefined }));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { ...(await send(`http://127.0.0.1:${port}`, "/api/thing?key=secret")), logged };
}

function thrown(error: unknown): express.RequestHandler {
  return async () => {
    throw error;
  };
}

const mayNotWrite =
  "Waypost may not write to its data folder: nothing was changed. Give yourself the right to write there, then try again.";

/** What the system says of a folder that is read-only. */
function notAllowed(code: string): Error {
  return Object.assign(new Error(`${code}: open '/home/me/waypost'`), { code });
}

test.each([
  [
    new Invalid({ url: "is required", custom: "is odd" }),
    400,
    "invalid",
    "url is required; custom is odd.",
  ],
  [new Forbidden("Not you."), 403, "ownerOnly", "Not you."],
  [new NotFound("No link."), 404, "gone", "No link."],
  [new Conflict("taken", "Taken."), 409, "taken", "Taken."],
  [new Busy("Later."), 429, "tooMany", "Later."],
  [new Ending("the reading thread is closed"), 503, "ending", "The service is being stopped."],
  [new HttpFailure(405, "method", "Not so.", { Allow: "GET" }), 405, "method", "Not so."],
  [new URIError("bad escape"), 404, "address", "There is nothing at this address."],
  [
    new StoreFull("/home/me/waypost/journal-000001.ndjson: ENOSPC"),
    507,
    "full",
    "The disk is full: nothing was changed. Free some space, then try again.",
  ],
  [
    new StoreFailed("/home/me/waypost: EIO"),
    507,
    "refused",
    "The disk refuses to save: nothing was changed. Restart the service, then try again.",
  ],
  [new IdsUsedUp("links"), 507, "refused", new IdsUsedUp("links").message],
  [notAllowed("EACCES"), 507, "refused", mayNotWrite],
  [notAllowed("EROFS"), 507, "refused", mayNotWrite],
  [new StoreFailed("/home/me", { cause: notAllowed("EPERM") }), 507, "refused", mayNotWrite],
  [
    new TypeError("secret of /home/me"),
    500,
    "unexpected",
    "Something went wrong inside the service.",
  ],
  ["not even an error", 500, "unexpected", "Something went wrong inside the service."],
])("%s becomes %i and an envelope", async (error, status, code, message) => {
  const answer = await answerOf(thrown(error));
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    status,
    { error: 1, code, message },
  ]);
});

test("what wasn't foreseen, and what the disk does, is logged without the query", async () => {
  for (const error of [new TypeError("boom"), new StoreFull("full"), new StoreFailed("broken")]) {
    const { logged } = await answerOf(thrown(error));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain("GET /api/thing failed");
    expect(logged[0]).toContain(error.message);
    expect(logged[0]).not.toContain("secret");
  }
  expect((await answerOf(thrown(new NotFound("No link.")))).logged).toEqual([]);
});

test("a checked answer that the contract doesn't know fails loudly", async () => {
  const sendAnswer = createSendAnswer(() => "document", true);
  for (const body of [{ error: 0 }, { error: 0, key: "k", more: 1 }, { error: "0", key: "k" }]) {
    const answer = await answerOf((_request, response) => {
      sendAnswer(operations.getKey, response, body);
    });
    expect(answer.status).toBe(500);
    expect(answer.logged[0]).toContain("The answer of /api/key does not match the contract");
  }
});
