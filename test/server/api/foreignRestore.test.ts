import { expect, onTestFinished, test } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { documentOf, restored, type SentDocument } from "./restoredFile.ts";

const createdAt = "2026-03-05T12:00:00.000Z";
const theirLink = (fields: object) => ({
  id: 50,
  alias: "nice",
  url: "https://nice.example/",
  createdAt,
  ...fields,
});
const theirs = {
  pixels: { id: 1, type: "tagmanagerpixel", name: "Stats", tag: "GTM-EVIL123", createdAt },
  campaigns: { id: 1, name: "Theirs", slug: "theirs", isPublic: true, createdAt },
  splashPages: { id: 1, name: "Theirs", title: "Pay here", message: "Pay", createdAt },
  domains: { id: 1, domain: "https://theirs.example", createdAt },
};

async function start(): Promise<TestServer> {
  const server = await startTestServer({ settings: { verifyDomains: "false" } });
  onTestFinished(() => server.stop());
  return server;
}

async function add(server: TestServer, path: string, body?: object): Promise<number> {
  const answer = await server.api("POST", `/api/${path}`, body);
  expect(answer.body.error).toBe(0);
  return Number(answer.body.id);
}

async function restoredNames(server: TestServer, document: SentDocument, query: string) {
  const preview = await restored(server, JSON.stringify(document), query);
  const said = preview.said.map((one: { code: string; values: { records?: string } }) =>
    [one.code, one.values.records].join(" ").trim(),
  );
  return { kinds: preview.changes.map(({ kind }: { kind: string }) => kind), said };
}

/** A link with a pixel, in a campaign; another with a splash page. All that they name is deleted. */
async function withDeleted(): Promise<{ server: TestServer; before: SentDocument }> {
  const server = await start();
  await add(server, "pixel/add", { type: "gtmpixel", name: "Mine", tag: "GTM-MINE123" });
  await add(server, "campaign/add", { name: "Old", slug: "old", public: false });
  await add(server, "splash/add", { name: "S", title: "Mine", message: "hi" });
  const url = "https://owner.example/";
  await add(server, "url/add", { url, custom: "own", pixels: [1] });
  await server.api("POST", "/api/campaign/1/assign/1");
  await add(server, "url/add", { url, custom: "own-splash", type: "1" });
  const before = await documentOf(server);
  for (const path of ["pixel", "campaign", "splash"]) {
    expect((await server.api("DELETE", `/api/${path}/1/delete`)).body.error).toBe(0);
  }
  return { server, before };
}

test.each([
  ["links:50", "pixels", { pixels: [1] }, "restore.foreignFields links 50 (pixels)"],
  ["links:50", "campaigns", { campaign: 1 }, "restore.foreignFields links 50 (campaign)"],
  [
    "links:50",
    "splashPages",
    { type: { kind: "splash", id: 1 } },
    "restore.foreignFields links 50 (type)",
  ],
  ["pixels", "pixels", {}, "restore.unusable pixels 1 (id)"],
  ["campaigns", "campaigns", {}, "restore.unusable campaigns 1 (id)"],
] as const)(
  "restoring %s of another folder takes over no number of deleted %s",
  async (only, collection, fields, said) => {
    const { server } = await withDeleted();
    const document = await documentOf(server);
    document["links"]?.push(theirLink(fields));
    document[collection] = [theirs[collection]];
    expect(await restoredNames(server, document, `&only=${only}`)).toEqual({
      kinds: only === "links:50" ? ["links"] : [],
      said: [said],
    });
    expect((await documentOf(server))[collection] ?? []).toEqual([]);
  },
);

test("a backup of this folder still brings back what was deleted", async () => {
  const { server, before } = await withDeleted();
  for (const id of [1, 2]) await server.api("DELETE", `/api/url/${id}/delete`);
  expect((await restoredNames(server, before, "&only=links")).said).toEqual(["restore.needed"]);
  const after = await documentOf(server);
  for (const collection of ["links", "pixels", "campaigns", "splashPages"]) {
    expect(after[collection]).toEqual(before[collection]);
  }
});

test.each(["&only=links:50", "&only=links", ""])(
  "a restored link joins nothing that is added after it (%s)",
  async (only) => {
    const server = await start();
    await add(server, "url/add", { url: "https://example.org/", custom: "spring" });
    const document = await documentOf(server);
    document["links"]?.push(theirLink({ campaign: 1, pixels: [1], channels: [1] }));
    const { said } = await restoredNames(server, document, only);
    const whole = "restore.foreignFields links 50 (campaign, pixels, channels)";
    expect(said).toEqual(only === "" ? [] : [whole]);
    const ids = [
      await add(server, "campaign/add", { name: "Sale", slug: "sale", public: true }),
      await add(server, "pixel/add", { type: "gtmpixel", name: "Mine", tag: "GTM-ABC1234" }),
      await add(server, "channel/add", { name: "Mine" }),
    ];
    expect(ids).toEqual(only === "" ? [2, 2, 2] : [1, 1, 1]);
    const { links = [] } = await documentOf(server);
    const kept = links.find(({ id }) => id === 50);
    expect([kept?.["campaign"], kept?.["pixels"], kept?.["channels"]]).toEqual(
      only === "" ? [1, [1], [1]] : [undefined, undefined, undefined],
    );
  },
);

test.each([[[theirs.domains]], [[]]])(
  "a restored link on a domain that isn't this folder's stays out, and is named (%j)",
  async (domains) => {
    const server = await start();
    await add(server, "domain/add", { domain: "https://brand.example" });
    const document = await documentOf(server);
    document["links"] = [theirLink({ domain: 1 })];
    document["domains"] = domains;
    expect(await restoredNames(server, document, "&only=links:50")).toEqual({
      kinds: [],
      said: ["restore.unusable links 50 (domain)"],
    });
  },
);
