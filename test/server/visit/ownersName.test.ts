import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { LinkRecord } from "../../../src/server/store/records.ts";
import { quickHash } from "../../support/quickHash.ts";
import { firefox, iphone } from "../../support/userAgents.ts";
import { openVisitDoor, type VisitDoor } from "../../support/visitDoor.ts";

let door: VisitDoor;
beforeAll(async () => {
  door = await openVisitDoor();
  await door.nameOwner();
});
afterEach(() => door.clear());
afterAll(() => door.close());

const name = "Only-for-its-owner";
const createdAt = "2026-01-01T00:00:00Z";
const whatsApp = { "user-agent": "WhatsApp/2.23.20.0" };
const person = { "user-agent": firefox };

const pages: readonly (readonly [
  page: string,
  link: Partial<LinkRecord>,
  path: string,
  headers: Readonly<Record<string, string>>,
])[] = [
  ["redirect", {}, "/spring", person],
  ["redirect of a preview's fetcher", {}, "/spring", whatsApp],
  ["preview", { metaDescription: "Everything" }, "/spring", whatsApp],
  ["frame", { type: { kind: "frame" } }, "/spring", person],
  ["splash page", { type: { kind: "splash" } }, "/spring", person],
  ["overlay", { type: { kind: "overlay", id: 1 } }, "/spring", person],
  ["pixel page", { pixels: [1] }, "/spring", person],
  [
    "deep link's page",
    { deepLink: { apple: "https://apps.apple.com/app/id1", auto: false } },
    "/spring",
    { "user-agent": iphone },
  ],
  ["password form", { password: quickHash("x") }, "/spring", person],
  ["notice of its end", { expiresAt: createdAt }, "/spring", person],
  ["statistics", { status: "public" }, "/spring/stats", person],
  ["campaign's list", { campaign: 1 }, "/u/max%20muster/list-1", person],
];

test.each(pages)("a link's %s doesn't say its name", async (_page, link, path, headers) => {
  await door.store.commit([
    { put: "overlays", record: { id: 1, type: "message", name: "Overlay", createdAt } },
    {
      put: "pixels",
      record: { id: 1, type: "analyticspixel", name: "Pixel", tag: "G-1", createdAt },
    },
    { put: "campaigns", record: { id: 1, name: "C", slug: "c-c", isPublic: true, createdAt } },
  ]);
  await door.addLink({ ...link, name });
  const answer = await door.visit(path, headers);
  expect(answer.status).not.toBe(404);
  expect(JSON.stringify(answer)).not.toContain(name);
});

test("naming a link leaves its preview to its target", async () => {
  await door.addLink({ name });
  const named = await door.visit("/spring", whatsApp);
  expect([named.status, named.headers.location]).toEqual([302, "https://example.com/spring"]);
});
