import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { createSend } from "../../../../src/server/features/automation/webhooks/attempt.ts";
import { newHook } from "../../../../src/server/features/automation/webhooks/hookFields.ts";
import { newSecret } from "../../../../src/server/features/automation/webhooks/signing.ts";
import { patience, startHooked } from "./webhookTest.ts";

const day = 86_400_000;

test("the log of a webhook has the last 7 days, and at most 1,000 deliveries", async () => {
  const { addHook, owner, restart, server, time } = await startHooked();
  const ids = [await addHook({}), await addHook({})];
  await restart({}, () => {
    const file = new DatabaseSync(join(server().dataDir, "waypost.sqlite"));
    const insert = file.prepare(
      `insert into webhook_deliveries (hook, message, type, at, body, state, tries)
       values (?, ?, 'link.created', ?, '{}', 'delivered', 1)`,
    );
    const at = time.clock();
    file.exec("begin");
    for (let count = 0; count < 1_010; count += 1) insert.run(1, `msg_one${count}`, at);
    for (let days = 1; days <= 10; days += 1) insert.run(2, `msg_two${days}`, at - days * day + 1);
    file.exec("commit");
    file.close();
  });
  const total = async (id: number) =>
    (await owner("GET", `/api/webhook/${id}/deliveries?limit=1`)).data.result;
  await vi.waitFor(async () => {
    expect(await Promise.all(ids.map(total))).toEqual([1_000, 7]);
  }, patience);
});

test("a receiver has 15 seconds to answer", async () => {
  const asked: (number | undefined)[] = [];
  const send = createSend({
    clock: () => 0,
    isConnected: () => true,
    listensAt: () => false,
    fetch: async ({ timeout }) => {
      asked.push(timeout);
      return { failure: { kind: "timeout" } };
    },
  });
  const secrets = { url: "https://shop.example/", secret: newSecret(), former: null };
  const tried = await send(
    { ...newHook, id: 1, name: "Shop" },
    secrets,
    { message: "msg_1", body: "{}" },
    new AbortController().signal,
  );
  expect(asked).toEqual([15_000]);
  expect(tried).toMatchObject({ kind: "failed", problem: "timeout", status: null });
});
