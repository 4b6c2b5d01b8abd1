import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEdgeClient } from "../../src/mirror/home/client.ts";
import { compatibilityDate } from "../../src/mirror/home/cloudflare/cloudflare.ts";
import { keys } from "../../src/mirror/wire/rows.ts";
import { openEdgeDatabase } from "../support/edgeDatabase.ts";
import { chrome } from "../support/userAgents.ts";
import { edgeBundle } from "./bundle.ts";
import { workersEngine } from "./engine.ts";
import { pushedRow, siteRow, turnsOf } from "./pushedRows.ts";
import { readHeaders } from "./readingWorker.ts";

const engine = workersEngine();
/** Of the free plan, in a day. */
const [rowsRead, requests] = [5_000_000, 100_000];

const site = { ...siteRow, shortBase: "https://go.example", usernames: ["maker"] };

test.runIf(engine !== null)(
  "a day's requests, visits and calls alike, don't use up a day's reads, however much is there",
  async () => {
    if (engine === null) return;
    const folder = await mkdtemp(join(tmpdir(), "waypost-reads-"));
    const unused = openEdgeDatabase();
    const secret = "a secret that only home and its edge know";
    const worker = await engine({
      script: (await edgeBundle("test/mirror/readingWorker.ts")).code,
      compatibilityDate,
      secret,
      databaseId: "reads",
      database: unused,
      folder,
    });
    const read: number[] = [];
    const ask = async (request: Request) => {
      const answered = await worker.fetch(request, "NL");
      read.push(Number(answered.headers.get(readHeaders.read)));
      return answered;
    };
    const client = createEdgeClient({
      address: () => "https://go.example",
      secret: () => secret,
      clock: Date.now,
      fetch: (url, init) => ask(new Request(url, init)),
    });
    const turn = turnsOf(95_000);
    await client.adopt({ home: "home", generation: 1 });
    const links = Array.from({ length: 500 }, (_, id) => {
      const alias = `link-${id + 1}`;
      const link = { id: id + 1, alias, url: "https://example.org/" };
      return pushedRow(keys.alias(undefined, alias), { v: 1, links: [link] });
    });
    const upserts = [pushedRow(keys.site, site), ...links];
    await client.push({ ...turn(), upserts, removes: [] });
    const visit = (path: string) =>
      ask(
        new Request(`https://go.example${path}`, {
          redirect: "manual",
          headers: { "user-agent": chrome, "cf-connecting-ip": "203.0.113.7" },
        }),
      );
    for (let at = 1; at <= 200; at += 1) await visit(`/link-${at}`);

    read.length = 0;
    for (let at = 201; at <= 230; at += 1) expect((await visit(`/link-${at}`)).status).toBe(302);
    await visit("/nowhere");
    const perVisit = Math.max(...read);
    expect(read.every(Number.isFinite)).toBe(true);
    expect(perVisit * requests).toBeLessThan(rowsRead / 5);

    read.length = 0;
    await client.state();
    // Home asks every ten seconds at most.
    expect(Math.max(...read) * 8_640).toBeLessThan(rowsRead / 50);
    await worker.close();
    unused.close();
    await rm(folder, { recursive: true, force: true });
  },
);
