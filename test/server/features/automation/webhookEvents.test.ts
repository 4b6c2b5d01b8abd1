import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  webhookEvents,
  webhookKinds,
} from "../../../../src/contract/server/automation/webhooks.ts";
import { send } from "../../../support/server.ts";
import { chrome } from "../../../support/userAgents.ts";
import { startReceiver } from "../../../support/webhookReceiver.ts";
import { patience, startHooked } from "./webhookTest.ts";

const minute = 60_000;
const hour = 60 * minute;

describe("events", () => {
  test("tell of links that are created, updated and deleted, as the API answers them", async () => {
    const { owner, addHook, addLink, found, got, receiver } = await startHooked();
    await addHook({ events: ["link.created", "link.updated", "link.deleted"] });
    const id = await addLink({ custom: "spring", name: "Spring" });
    found();
    const [created] = await got(1);
    const { details } = await owner("GET", `/api/url/${id}`);
    expect(created).toEqual({
      type: "link.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      data: details,
      change: expect.any(Number) as number,
      by: "script",
    });
    await owner("PUT", `/api/url/${id}/update`, { url: "https://shop.example/2" });
    found();
    expect((await got(2))[1]).toMatchObject({
      type: "link.updated",
      data: { id, longurl: "https://shop.example/2" },
    });
    await owner("DELETE", `/api/url/${id}/delete`);
    found();
    expect((await got(3))[2]).toMatchObject({
      type: "link.deleted",
      data: { id, alias: "spring", longurl: "https://shop.example/2" },
    });
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBe(3);
    for (const { headers } of receiver.received) {
      expect(headers["webhook-id"]).toMatch(/^msg_[\w-]{27}$/);
      expect(headers["content-type"]).toBe("application/json");
    }
  });

  test("tell of a change of many links once, with the ids, and of its undo", async () => {
    const { addHook, addLink, found, got, run, undo } = await startHooked();
    const ids: number[] = [];
    for (let count = 0; count < 30; count += 1) ids.push(await addLink({}));
    await addHook({ events: ["link.updated", "change.made"] });
    await run("/api/bulk", { kind: "links", select: { ids }, add: { tags: ["spring"] } });
    found();
    const [event] = await got(1);
    expect(event).toMatchObject({
      type: "change.made",
      by: "script",
      data: { part: 1, parts: 1, links: { created: [], updated: ids, deleted: [] } },
    });
    await undo(event.change);
    found();
    expect((await got(2))[1]).toMatchObject({ type: "change.made", by: "undo" });
  });

  test("tell of links that end by date or by clicks, and of none that had ended before", async () => {
    const { addHook, addLink, time, got, owner, server } = await startHooked();
    const at = (milliseconds: number) =>
      new Date(time.clock() + milliseconds).toISOString().slice(0, 19).replace("T", " ");
    await addLink({ expiry: at(-hour), custom: "over" });
    const id = await addHook({ events: ["link.ended"] });
    const later = await addLink({ expiry: at(hour), custom: "later" });
    const limited = await addLink({ maxclicks: 2, custom: "limited" });
    await owner("POST", `/api/webhook/${id}/test`);
    await got(1);
    for (let visits = 0; visits < 2; visits += 1) await server().visit("/limited");
    time.pass(minute);
    expect((await got(2))[1]).toMatchObject({
      type: "link.ended",
      reason: "maxclicks",
      data: { id: limited },
    });
    time.pass(hour);
    expect((await got(3))[2]).toMatchObject({
      type: "link.ended",
      reason: "expiry",
      data: { id: later },
    });
  });

  test("tell of clicks together, for the chosen links alone, and of no bots", async () => {
    const { addHook, addLink, time, got, server, owner } = await startHooked();
    const one = await addLink({ custom: "one", tags: ["press"] });
    await addLink({ custom: "other" });
    const id = await addHook({ events: ["link.clicked"], tags: ["press"] });
    await owner("POST", `/api/webhook/${id}/test`);
    await got(1);
    for (let count = 0; count < 120; count += 1) await server().visit("/one");
    await server().visit("/other");
    await server().visit("/one", { "user-agent": "Googlebot/2.1" });
    time.pass(minute);
    const events = (await got(3)).slice(1);
    expect(events.map(({ type, data }) => [type, data.clicks.length])).toEqual([
      ["link.clicked", 100],
      ["link.clicked", 20],
    ]);
    expect(events[0].data.links).toMatchObject([{ id: one, alias: "one" }]);
    expect(events[0].data.clicks[0]).toMatchObject({ link: one, browser: "Chrome" });
  });

  test("tell of clicks on chosen links, and on links in chosen channels and campaigns", async () => {
    const { addHook, addLink, time, server, owner } = await startHooked();
    const { id: channel } = await owner("POST", "/api/channel/add", { name: "Press" });
    const { id: campaign } = await owner("POST", "/api/campaign/add", { name: "Spring" });
    const ids = {
      links: await addLink({ custom: "chosen" }),
      channels: await addLink({ custom: "in-channel", channel }),
      campaigns: await addLink({ custom: "in-campaign", campaign }),
    };
    await addLink({ custom: "other" });
    const receivers = new Map<string, Awaited<ReturnType<typeof startReceiver>>>();
    for (const [field, chosen] of [
      ["links", ids.links],
      ["channels", channel],
      ["campaigns", campaign],
    ] as const) {
      const receiver = await startReceiver(time.clock);
      onTestFinished(() => receiver.close());
      receivers.set(field, receiver);
      const id = await addHook({ events: ["link.clicked"], [field]: [chosen] }, receiver);
      await owner("POST", `/api/webhook/${id}/test`);
      await vi.waitFor(() => expect(receiver.types()).toEqual(["test"]), patience);
    }
    for (const alias of ["chosen", "in-channel", "in-campaign", "other"]) {
      await server().visit(`/${alias}`);
    }
    time.pass(minute);
    for (const [field, link] of Object.entries(ids)) {
      const receiver = receivers.get(field);
      await vi.waitFor(() => {
        const events = receiver?.received.map(({ event }) => event) ?? [];
        expect([field, events[1]?.data.clicks]).toMatchObject([field, [{ link }]]);
      }, patience);
    }
  });

  test("of no kind have a visitor's address or key, or a key of ours", async () => {
    const { addHook, addLink, time, found, got, server, owner, receiver, run } = await startHooked({
      publicPort: 0,
      settings: { "geo.provider": "forwarded" },
    });
    const events = [...webhookEvents];
    const hook = await addHook({ events });
    const sentences = await startReceiver(time.clock);
    onTestFinished(() => sentences.close());
    const services = webhookKinds.filter((kind) => kind !== "standard");
    for (const kind of services) await addHook({ kind, events, chat: "1" }, sentences);
    sentences.secret = null;
    await owner("POST", `/api/webhook/${hook}/test`);
    await got(1);
    const form = await owner("POST", "/api/overlay/add", {
      type: "contact",
      name: "Questions",
      fields: ["name", "email", "message"],
    });
    const contact = await addLink({ custom: "contact", type: String(form.id) });
    const limited = await addLink({ custom: "limited", maxclicks: 1 });
    await owner("PUT", `/api/url/${contact}/update`, {
      url: "https://shop.example/",
      name: "Contact",
    });
    found();
    const base = server().publicUrl ?? "";
    const headers = { "user-agent": chrome, "x-forwarded-for": "198.51.100.77" };
    const forwarded = { ...headers, referer: "https://news.example/198.51.100.77" };
    await server().visit("/limited", forwarded, base);
    await server().visit("/contact", forwarded, base);
    const written = await send(base, "/contact", {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        form: "contact",
        name: "Ada",
        email: "ada@example.org",
        message: "Hello",
      }).toString(),
    });
    expect(written.status).toBe(200);
    found();
    await vi.waitFor(() => expect(receiver.types()).toContain("contact.received"), patience);
    time.pass(minute);
    await vi.waitFor(() => expect(receiver.types()).toContain("link.ended"), patience);
    await vi.waitFor(() => expect(receiver.types()).toContain("link.clicked"), patience);
    await run("/api/bulk", {
      kind: "links",
      select: { ids: [contact, limited] },
      add: { tags: ["x"] },
    });
    await owner("DELETE", `/api/url/${limited}/delete`);
    found();
    await vi.waitFor(() => {
      expect(new Set(receiver.types())).toEqual(new Set(["test", ...events]));
      const untested = receiver.received.length - 1;
      expect(sentences.received.length).toBe(untested * services.length);
    }, patience);

    const { dataDir } = server();
    const months = await readdir(join(dataDir, "clicks"));
    const lines = await Promise.all(
      months.map((name) => readFile(join(dataDir, "clicks", name), "utf8")),
    );
    const document = await readFile(join(dataDir, "secrets.json"), "utf8");
    const { apiKey, hashKey, cookieKey } = JSON.parse(document);
    const visitors = [...lines.join("\n").matchAll(/"visitor":"([^"]+)"/g)].map(([, key]) => key);
    expect(visitors.length).toBeGreaterThan(0);
    const secrets = [apiKey, hashKey, cookieKey, server().localKey, receiver.secret];
    for (const { body } of [...receiver.received, ...sentences.received]) {
      for (const secret of ["198.51.100.77", "198.51.100", ...visitors, ...secrets]) {
        expect(body).not.toContain(secret);
      }
    }
    const written2 = receiver.received.find(({ event }) => event.type === "contact.received");
    expect(written2?.event.data).toMatchObject({ name: "Ada", message: "Hello" });
  });
});
