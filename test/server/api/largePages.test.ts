import { EventEmitter, once } from "node:events";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import express, { type ErrorRequestHandler } from "express";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createSendAnswer } from "../../../src/server/api/answers.ts";
import { Busy, Invalid } from "../../../src/server/common/problems.ts";
import { createChangeSets } from "../../../src/server/features/changes/changeSets.ts";

/** More than a third of what all large pages may have together. */
const text = "a".repeat(50 * 2 ** 20);

test("of large pages of changes only so much is read at once", async () => {
  const set = { id: 1, counts: new Map([["links", { added: 2, changed: 0, removed: 0 }]]) };
  const history = {
    async *records() {
      for (const id of [1, 2]) {
        yield { id, before: null, after: id === 1 ? { text } : {} };
        await nextTurn();
      }
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const sets = createChangeSets({ history } as never);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const read = () => sets.records(set as never, { page: 1, limit: 1000 }, ({ id }) => id);
  const both = [read(), read()];
  await expect(read()).rejects.toThrow(Busy);
  expect((await Promise.all(both)).map(({ items }) => items.length)).toEqual([2, 2]);
  expect((await read()).items).toHaveLength(2);
});

describe("large answers", () => {
  async function started(data: object = { perpage: 1000, text }) {
    const send = createSendAnswer(() => "document", false);
    const gate = Promise.withResolvers<void>();
    const came = new EventEmitter();
    const app = express();
    app.get("/:when", async (request, response) => {
      came.emit("request");
      if (request.params.when === "late") await gate.promise;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      send({} as never, response, { data });
      came.emit("answered");
    });
    app.use(((error, _request, response, _next) => {
      const isLong = error instanceof Invalid && error.faults[0]?.field === "limit";
      response.status(error instanceof Busy ? 429 : isLong ? 400 : 500).end();
    }) satisfies ErrorRequestHandler);
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    function ask(path: string): ClientRequest {
      const request = get({ port, path, agent: false });
      request.on("error", () => undefined);
      onTestFinished(() => void request.destroy());
      return request;
    }
    const answerOf = async (request: ClientRequest) => {
      const [response] = (await once(request, "response")) as [IncomingMessage];
      return response;
    };
    const openConnections = () => promisify(server.getConnections.bind(server))();
    return { ask, answerOf, gate, came, openConnections };
  }

  test("of them only so many wait for their readers, whatever they are answers to", async () => {
    const { ask, answerOf } = await started();
    const [first] = [await answerOf(ask("/now")), await answerOf(ask("/now"))];
    expect((await answerOf(ask("/now"))).statusCode).toBe(429);
    await once(first.resume(), "end");
    await expect.poll(async () => (await answerOf(ask("/now"))).statusCode).toBe(200);
  });

  test("a page that is too large is refused before it is written as JSON, whatever it has much of", async () => {
    const written = vi.fn<() => object>(() => ({}));
    const many = Array.from({ length: 10_000 }, () => -1.234_567_890_123e-300);
    for (const record of [{ many }, { ["a".repeat(200_000)]: true }]) {
      const views = Array.from({ length: 1000 }, () => record);
      const { ask, answerOf } = await started({ perpage: 1000, views, toJSON: written });
      expect((await answerOf(ask("/now"))).statusCode).toBe(400);
    }
    expect(written).not.toHaveBeenCalled();
  });

  test("a page that has no room beside others is refused before it is written as JSON", async () => {
    const data = { perpage: 1000, text };
    const written = vi.fn<() => object>(() => data);
    const { ask, answerOf } = await started({ ...data, toJSON: written });
    for (const status of [200, 200, 429])
      expect((await answerOf(ask("/now"))).statusCode).toBe(status);
    expect(written).toHaveBeenCalledTimes(2);
  });

  test("one that is larger than all together may be is refused, with nobody waiting", async () => {
    const { ask, answerOf } = await started({ text: "\u0001".repeat(24 * 2 ** 20) });
    expect((await answerOf(ask("/now"))).statusCode).toBe(400);
  });

  test("one whose reader has gone doesn't count", async () => {
    const { ask, answerOf, gate, came, openConnections } = await started();
    for (let count = 0; count < 3; count += 1) {
      const request = ask("/late");
      await once(came, "request");
      request.destroy();
    }
    await expect.poll(openConnections).toBe(0);
    gate.resolve();
    await once(came, "answered");
    expect((await answerOf(ask("/now"))).statusCode).toBe(200);
  });
});
