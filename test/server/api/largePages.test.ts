import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSendAnswer } from "../../../src/server/api/answers.ts";
import { Busy } from "../../../src/server/common/problems.ts";
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
  const read = () => sets.records(set as never, { page: 1, limit: 1000 });
  const both = [read(), read()];
  await expect(read()).rejects.toThrow(Busy);
  expect((await Promise.all(both)).map(({ items }) => items.length)).toEqual([2, 2]);
  expect((await read()).items).toHaveLength(2);
});

test("of large answers only so many wait for their readers", () => {
  const send = createSendAnswer(() => "document", false);
  const answer = () => Object.assign(new EventEmitter(), { json: () => undefined });
  const body = { data: { perpage: 1000, urls: [{ longurl: text }] } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const sendTo = (response: object) => send({} as never, response as never, body);
  const first = answer();
  sendTo(first);
  sendTo(answer());
  expect(() => sendTo(answer())).toThrow(Busy);
  first.emit("close");
  sendTo(answer());
});
