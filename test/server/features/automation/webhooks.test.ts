import { cp, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startTestServer } from "../../../support/server.ts";
import { patience, startHooked } from "./webhookTest.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("secret", () => {
  test("that was renewed signs alone after 24 hours, until then with the former one", async () => {
    const { addHook, got, receiver, time, owner, hook } = await startHooked();
    const id = await addHook({});
    const former = receiver.secret;
    const renewed = await owner("POST", `/api/webhook/${id}/renew`);
    expect(renewed).toMatchObject({ former });
    expect(renewed.secret).not.toBe(former);
    await owner("POST", `/api/webhook/${id}/test`);
    await got(1);
    receiver.secret = renewed.secret;
    await owner("POST", `/api/webhook/${id}/test`);
    const events = await got(2);
    expect(events.map(({ type }) => type)).toEqual(["test", "test"]);
    expect(String(receiver.received[1]?.headers["webhook-signature"]).split(" ").length).toBe(2);
    expect((await hook(id)).former).not.toBeNull();
    time.pass(day + second);
    await owner("POST", `/api/webhook/${id}/test`);
    await got(3);
    expect(String(receiver.received[2]?.headers["webhook-signature"]).split(" ").length).toBe(1);
    expect(await owner("GET", `/api/webhook/${id}/secret`)).toMatchObject({ former: null });
  });

  test("and URL stand in secrets.json alone: in no document, journal, history, log or backup", async () => {
    const { addHook, addLink, found, got, receiver, owner, server, until } = await startHooked();
    const id = await addHook({ url: `${receiver.url}/token-1234567` });
    await addLink({});
    found();
    await got(1);
    await until(id, { state: "delivered" });
    await owner("POST", "/api/backups");
    const { dataDir } = server();
    await server().close();
    const secret = receiver.secret?.slice("whsec_".length) ?? "";
    const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile() && entry.name !== "secrets.json");
    expect(files.length).toBeGreaterThan(3);
    for (const entry of files) {
      const text = await readFile(join(entry.parentPath, entry.name), "latin1");
      expect([entry.name, text.includes(secret)]).toEqual([entry.name, false]);
      expect([entry.name, text.includes("token-1234567")]).toEqual([entry.name, false]);
    }
  });
});

describe("webhook", () => {
  test("sends after a restart what happened before it", async () => {
    const { addHook, addLink, found, receiver, until, restart, got, time, hook } =
      await startHooked();
    const id = await addHook({});
    receiver.answer = () => null;
    await addLink({ custom: "first" });
    found();
    await until(id, { tries: 1 });
    // Nobody has looked for this one yet.
    await addLink({ custom: "second" });
    receiver.answer = () => ({ status: 200 });
    await restart();
    await vi.waitFor(() => expect(receiver.received.length).toBe(2), patience);
    time.pass(5 * second);
    const events = await got(3);
    const aliases = new Set(events.slice(1).map(({ data }) => data.alias));
    expect(aliases).toEqual(new Set(["first", "second"]));
    expect(await hook(id)).toMatchObject({ on: true });
  });

  test("that is off is sent nothing, not even what happened meanwhile", async () => {
    const { addHook, addLink, found, receiver, owner, got, time } = await startHooked();
    const id = await addHook({ on: false });
    await addLink({});
    found();
    expect(time.waiting()).toBe(0);
    const refused = await owner("PUT", `/api/webhook/${id}/update`, { on: true });
    expect(refused.data.on).toBe(true);
    await addLink({ custom: "turned-on" });
    found();
    expect((await got(1))[0]).toMatchObject({ data: { alias: "turned-on" } });
    await owner("PUT", `/api/webhook/${id}/update`, { on: false });
    await addLink({ custom: "turned-off" });
    found();
    time.pass(hour);
    expect(time.waiting()).toBe(0);
    expect(receiver.received.length).toBe(1);
  });

  test("of a copied folder is off", async () => {
    const { addHook, server, receiver } = await startHooked();
    await addHook({});
    const { dataDir } = server();
    await server().close();
    const copy = await mkdtemp(join(tmpdir(), "waypost-copy-"));
    onTestFinished(() => rm(copy, { recursive: true }));
    await cp(dataDir, copy, { recursive: true });
    const other = await startTestServer({ dataDir: copy });
    onTestFinished(() => other.stop());
    const { body } = await other.api("GET", "/api/webhooks", undefined, other.localKey);
    expect(body.data.webhooks).toMatchObject([{ on: false, stopped: "foreign" }]);
    expect(receiver.received).toEqual([]);
  });

  test("sends nothing that somebody else left in the outbox", async () => {
    const { addHook, addLink, found, got, owner, restart, server, log } = await startHooked();
    // Makes the tables.
    const id = await addHook({ on: false });
    await owner("PUT", `/api/webhook/${id}/update`, { on: true });
    await owner("DELETE", `/api/webhook/${id}/delete`);
    await restart({}, () => {
      const planted = new DatabaseSync(join(server().dataDir, "waypost.sqlite"));
      const insert = planted.prepare(
        `insert into webhook_deliveries (hook, message, type, at, body, state, tries, next_at)
         values (?, ?, 'link.deleted', 1, ?, 'waiting', 0, 1)`,
      );
      for (let hook = 1; hook <= 40; hook += 1)
        insert.run(hook, `msg_${hook}`, '{"type":"forged"}');
      planted.close();
    });
    const next = await addHook({});
    await addLink({ custom: "mine" });
    found();
    expect(await got(1)).toMatchObject([{ type: "link.created", data: { alias: "mine" } }]);
    expect(await log(next)).toHaveLength(1);
  });

  test("isn't read where its texts are longer than any that was written", async () => {
    const { addHook, addLink, found, got, owner, restart, server, log } = await startHooked();
    const id = await addHook({});
    await addLink({ custom: "mine" });
    found();
    await got(1);
    await restart({}, () => {
      const planted = new DatabaseSync(join(server().dataDir, "waypost.sqlite"));
      const long = "x".repeat(2_000_000);
      planted
        .prepare(
          "update webhook_deliveries set message = ?, type = ?, body = ?, headers = ?, answer = ?",
        )
        .run(long, long, long, long, long);
      planted.prepare("update webhook_health set health = ?").run(long);
      planted.close();
    });
    const [first] = await log(id);
    expect(JSON.stringify(first).length).toBeLessThan(1_000);
    const { data } = await owner("GET", `/api/webhook/${id}/delivery/${first?.id}`);
    expect(JSON.stringify(data).length).toBeLessThan(1_000);
    expect((await owner("GET", "/api/webhooks")).data.webhooks).toHaveLength(1);
  });

  test("is for the owner alone, and there are at most twenty", async () => {
    const { server, addHook, owner } = await startHooked();
    const stranger = await server().api("GET", "/api/webhooks");
    expect(stranger.status).toBe(403);
    for (let count = 0; count < 20; count += 1) await addHook({ on: false });
    const { status } = await server().api(
      "POST",
      "/api/webhook/add",
      { name: "One more", url: "https://shop.example/" },
      server().localKey,
    );
    expect(status).toBe(409);
    await owner("DELETE", "/api/webhook/3/delete");
    const id = await addHook({ on: false });
    expect(id).toBe(21);
  });

  test("costs nothing while none is on: no alarm, no thread, no file", async () => {
    const { server, time, addLink, owner } = await startHooked();
    await addLink({});
    expect((await owner("GET", "/api/webhooks")).data.webhooks).toEqual([]);
    expect(time.waiting()).toBe(0);
    const names = await readdir(server().dataDir);
    expect(names).not.toContain("webhooks.json");
    expect(names).not.toContain("waypost.sqlite");
  });

  test("sends sentences to services for messages, and signs none", async () => {
    const { addHook, addLink, found, receiver, got, until } = await startHooked();
    const id = await addHook({ kind: "discord" });
    receiver.secret = null;
    await addLink({ custom: "spring" });
    found();
    await got(1);
    await until(id, { state: "delivered" });
    const [{ body, headers } = { body: "", headers: {} }] = receiver.received;
    expect(JSON.parse(body).content).toMatch(
      /^New link: http.*\/spring → https:\/\/shop.example\/$/,
    );
    expect(headers).not.toHaveProperty("webhook-signature");
  });
});
