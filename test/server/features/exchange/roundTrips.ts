import { deepStrictEqual } from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, asyncProperty } from "fast-check";
import type { RunningApp } from "../../../../src/app/app.ts";
import { createHandlers } from "../../../../src/app/handlers.ts";
import { composeService } from "../../../../src/app/server.ts";
import type { LinkRecord } from "../../../../src/server/store/records.ts";
import type { Change } from "../../../../src/server/store/store.ts";
import { generatedStore, shelf, type GeneratedLink } from "./generatedStores.ts";

function oneLine(text: unknown): string {
  return (typeof text === "string" ? text : "").replaceAll(/\s+/g, " ").trim();
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
}

function tagsOf(link: PlainLink): readonly string[] {
  // Texts, as records keep them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (link["tags"] ?? []) as readonly string[];
}

/** What a format promises to bring along of a link. */
const promises: Readonly<Record<Carrier, (link: PlainLink) => object>> = {
  json: whole,
  csv: whole,
  shlink: (link) => ({
    url: link["url"],
    alias: link["alias"],
    domain: link["domain"],
    name: oneLine(link["name"]) === "" ? "" : link["name"],
    tags: once(tagsOf(link).map((tag) => tag.replaceAll(/[|,]/g, " "))),
  }),
  "shlink-json": (link) => ({
    url: link["url"],
    alias: link["alias"],
    domain: link["domain"],
    name: link["name"] ?? "",
    tags: tagsOf(link),
    createdAt: toSeconds(link["createdAt"]),
    expiresAt: toSeconds(link["expiresAt"]),
    startsAt: link["startsAt"],
    maxClicks: link["maxClicks"],
    earlierClicks: link["earlierClicks"] ?? 0,
    rules: shlinkRulesOf(link),
  }),
  yourls: ({ url, alias, earlierClicks = 0 }) => ({ url, alias, earlierClicks }),
  bookmarks: (link) => {
    const [folder = "", ...others] = tagsOf(link).map(oneLine);
    return {
      url: link["url"],
      name: oneLine(link["name"]) || link["alias"],
      tags: once([folder, ...others.filter((tag) => !tag.includes(","))]),
      createdAt: String(link["createdAt"]).slice(0, 19),
    };
  },
};

function toSeconds(instant: unknown): unknown {
  return typeof instant === "string" ? instant.slice(0, 19) : instant;
}

/** Rules that Shlink has too: one that is off isn't written. */
function shlinkRulesOf({ rules = [] }: PlainLink): readonly unknown[] {
  // As records keep them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (rules as readonly { readonly isOff?: true }[]).filter(({ isOff }) => isOff !== true);
}

/**
 * Everything; a link without a source gets that of the file, and a split a seed of its own: who
 * knows it can tell which variant a visitor gets.
 */
function whole(link: PlainLink): object {
  const { source, split, ...rest } = link;
  // As records keep it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { seed: _, startedAt: __, ...shown } = (split ?? {}) as Readonly<Record<string, unknown>>;
  const others = { ...rest, split: shown };
  return source === undefined || JSON.stringify(source).includes("waypost")
    ? others
    : { ...others, source };
}

/** Links as they look to who knows what the format can carry. */
function carried(links: readonly PlainLink[], carrier: Carrier): readonly object[] {
  return links.map(promises[carrier]);
}

function without(link: GeneratedLink, field: "parameters" | "domain"): GeneratedLink {
  const { [field]: gone, ...others } = link;
  return gone === undefined ? link : others;
}

/** Links of which a format keeps what it promises: YOURLS knows one domain, and neither knows parameters. */
function carriable(links: readonly GeneratedLink[], carrier: Carrier): readonly GeneratedLink[] {
  if (carrier !== "shlink" && carrier !== "shlink-json" && carrier !== "yourls") return links;
  const plain = links.map((link) => without(link, "parameters"));
  if (carrier !== "yourls") return plain;
  const ofOne = plain.map((link) => without(link, "domain"));
  return [...new Map(ofOne.map((link) => [link.alias, link])).values()];
}

export const carriers = ["json", "csv", "shlink", "shlink-json", "yourls", "bookmarks"] as const;
export type Carrier = (typeof carriers)[number];

/** Links as they are kept, what they point at by name. */
export type PlainLink = Readonly<Record<string, unknown>>;

export interface RoundTrips {
  /** Throws, with the smallest store it can find, where links come back otherwise than they left. */
  check(carrier: Carrier, stores: number): Promise<void>;
  close(): Promise<void>;
}

interface RoundTrip {
  readonly sent: readonly PlainLink[];
  readonly came: readonly PlainLink[];
}

/** Nothing of this outlasts the test, so it need not reach a disk. */
const memory = "/dev/shm";
const madeAt = "2026-01-01T00:00:00.000Z";

async function openService(dataDir: string, undo: (() => Promise<void>)[]): Promise<RunningApp> {
  const settings = { port: "0", timeZone: "UTC", "targets.ask": "false", verifyDomains: "false" };
  const { app } = await composeService({ dataDir, guiPort: null, port: 0, settings }, undo);
  const domains = shelf.domains.map((domain, at): Change => ({
    put: "domains",
    record: { id: at + 1, domain, createdAt: madeAt },
  }));
  await app.store.commit(domains);
  return app;
}

async function fill({ store }: RunningApp): Promise<void> {
  await store.commit([
    ...shelf.campaigns.map((name, at): Change => ({
      put: "campaigns",
      record: { id: at + 1, name, slug: `campaign-${at}`, createdAt: madeAt },
    })),
    ...shelf.channels.map((name, at): Change => ({
      put: "channels",
      record: { id: at + 1, name, color: "#102030", createdAt: madeAt },
    })),
    ...shelf.pixels.map((pixel, at): Change => ({
      put: "pixels",
      record: { id: at + 1, ...pixel, createdAt: madeAt },
    })),
  ]);
}

function plainLink({ store }: RunningApp, link: LinkRecord): PlainLink {
  const { id: _, domain, campaign, channels = [], pixels = [], ...own } = link;
  const { type, tag } = { type: "type", tag: "tag" } as const;
  return {
    ...own,
    status: own.status ?? "private",
    type: own.type ?? { kind: "direct" },
    domain: domain === undefined ? "" : store.table("domains").get(domain)?.domain,
    campaign: campaign === undefined ? "" : store.campaigns.get(campaign)?.name,
    channels: channels.map((one) => store.table("channels").get(one)?.name),
    pixels: pixels.map((one) => {
      const pixel = store.table("pixels").get(one);
      return `${pixel?.[type]} ${pixel?.[tag]} ${pixel?.name}`;
    }),
  };
}

function inOrder(service: RunningApp): readonly PlainLink[] {
  return [...service.store.links.values()]
    .map((link) => plainLink(service, link))
    .toSorted((one, other) => (String(one["url"]) < String(other["url"]) ? -1 : 1));
}

async function empty({ store, statistics }: RunningApp): Promise<void> {
  const ids = [...store.links.values()].map(({ id }) => id);
  await store.commit(
    ids.map((id): Change => ({ remove: "links", id })),
    { isLearned: true },
  );
  for (const id of ids) {
    statistics.linkRemoved(id);
    statistics.forget(id);
  }
}

const owner = { isLocal: true };

async function importInto(service: RunningApp, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handlers = createHandlers(service);
  const started = await handlers.startImport(
    {
      params: {},
      query: { wait: 10 },
      body: content,
    },
    owner,
  );
  const preview = started.job;
  const token = (preview.result as { token?: string } | null)?.token;
  if (preview.state !== "done" || token === undefined) {
    throw new Error(`the preview ended so: ${JSON.stringify(preview)}`);
  }
  const applied = await handlers.applyImport(
    {
      params: { id: preview.id },
      query: {},
      body: { token, pixels: true, publicStatistics: true, wait: 10 },
    },
    owner,
  );
  if (applied.job.state !== "done") {
    throw new Error(`the import ended so: ${JSON.stringify(applied.job)}`);
  }
}

/** Two services in this process: what one writes, the other reads. */
export async function openRoundTrips(): Promise<RoundTrips> {
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), "waypost-trips-"));
  const undo: (() => Promise<void>)[] = [];
  const here = await openService(join(folder, "here"), undo);
  const there = await openService(join(folder, "there"), undo);
  await fill(here);

  async function run(links: readonly GeneratedLink[], carrier: Carrier): Promise<RoundTrip> {
    const first = here.store.nextId("links");
    const records = links.map((link, at): Change => ({
      put: "links",
      record: { ...link, id: first + at },
    }));
    await here.store.commit(records, { isLearned: true, allowsAlike: true });
    for (const { id } of here.store.links.values()) here.statistics.linkAdded(id);
    const file = await createHandlers(here).exportFile(
      {
        params: {},
        query: {},
        body: { what: "links", format: carrier, select: { all: true } },
      },
      owner,
    );
    await importInto(there, (file as { content: AsyncIterable<Uint8Array> }).content);
    const trip = { sent: inOrder(here), came: inOrder(there) };
    await empty(here);
    await empty(there);
    return trip;
  }

  return {
    check: (carrier, stores) =>
      assert(
        asyncProperty(generatedStore, async (links) => {
          const { sent, came } = await run(carriable(links, carrier), carrier);
          deepStrictEqual(carried(came, carrier), carried(sent, carrier));
        }),
        { numRuns: stores },
      ),
    async close() {
      for (const step of undo.toReversed()) await step();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
