import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { constantFrom, integer, record, sample } from "fast-check";
import { expect, test, beforeAll, describe } from "vitest";
import { isFull } from "../../../support/full.ts";
import { serverForAll, serverForEach } from "../../../support/testServer.ts";
import { asking, type Body } from "./everything.ts";

describe("generated", () => {
  const { ask, undo, everything } = asking(() => server);
  const seed = Number(process.env["WAYPOST_SEED"] ?? 4080);

  const server = serverForEach({ settings: { verifyDomains: "false" } });

  const target = "https://example.com/spring";
  const domain = "https://go.example.com";

  const operations =
    "add add add update update update remove assign unassign channel uncollected campaign bio bulk many-gone domain no-domain qr pixel tag view settings".split(
      " ",
    );

  /** Requests of which many are refused: names are few, and what they name may be gone. */
  const step = record({
    what: constantFrom(...operations),
    which: integer({ min: 1, max: 6 }),
    other: integer({ min: 1, max: 6 }),
    word: constantFrom("spring", "Spring", "summer", "autumn", "winter", "SUMMER"),
  });

  interface Step {
    readonly what: string;
    readonly which: number;
    readonly other: number;
    readonly word: string;
  }

  function requestOf({ what, which, other, word }: Step): [string, string, object?] {
    const even = which % 2 === 0;
    const fields = {
      name: `${word} ${other}`,
      tags: [word, `t${other}`],
      ...(even && { channel: other }),
      ...(which === 3 && { campaign: other }),
      ...(which === 5 && { domain }),
    };
    switch (what) {
      case "add":
        return ["POST", "/api/url/add", { url: target, custom: word, ...fields }];
      case "update":
        return [
          "PUT",
          `/api/url/${which}/update`,
          { url: `${target}/${other}`, ...(even && { custom: word }), ...fields },
        ];
      case "remove":
        return ["DELETE", `/api/url/${which}/delete`];
      case "assign":
        return ["POST", `/api/channel/${other}/assign/links/${which}`];
      case "unassign":
        return ["DELETE", `/api/channel/${other}/assign/links/${which}`];
      case "channel":
        return ["POST", "/api/channel/add", { name: `${word} ${which}` }];
      case "uncollected":
        return ["DELETE", `/api/channel/${which}/delete`];
      case "campaign":
        return even
          ? ["POST", "/api/campaign/add", { name: `${word} ${which}`, slug: `${word}-${which}` }]
          : ["DELETE", `/api/campaign/${which}/delete`];
      case "bio":
        return even
          ? ["POST", "/api/bio/add", { name: word, custom: word }]
          : ["DELETE", `/api/bio/${which}/delete`];
      case "domain":
        return ["POST", "/api/domain/add", { domain }];
      case "no-domain":
        return ["DELETE", `/api/domain/${which}/delete`];
      case "qr":
        return even
          ? ["POST", "/api/qr/add", { type: "text", data: word }]
          : ["PUT", `/api/qr/${which}/update`, { data: word, name: word }];
      case "pixel":
        return even
          ? ["POST", "/api/pixel/add", { type: "gtmpixel", name: word, tag: "GTM-ABC123" }]
          : ["DELETE", `/api/pixel/${which}/delete`];
      case "tag":
        return even
          ? ["PUT", `/api/tag/${word}/update`, { name: `t${other}` }]
          : ["DELETE", `/api/tag/${word}/delete`];
      case "view":
        return ["POST", "/api/views", { name: word, query: { q: `${which}` } }];
      case "settings":
        return ["PUT", "/api/settings", { set: { rateLimit: 900_000 + which } }];
      case "bulk":
        return [
          "POST",
          "/api/bulk",
          { kind: "links", select: { filter: { tag: word } }, add: { tags: [`b${other}`] } },
        ];
      default:
        return [
          "POST",
          "/api/bulk",
          { kind: "links", select: { ids: [which, other] }, delete: true },
        ];
    }
  }

  async function take([method, path, body]: [string, string, object?]): Promise<void> {
    if (path !== "/api/bulk") {
      await server.api(method, path, body, server.localKey);
      return;
    }
    const { preview } = await ask(method, path, { ...body, preview: true });
    await ask(method, path, { ...body, token: preview.token, wait: 10 });
  }

  async function sets(): Promise<number[]> {
    const { data } = await ask("GET", "/api/changes?limit=1000");
    return data.changes.map(({ id }: { id: number }) => id);
  }

  test.each(isFull ? [0, 1] : [0])(
    "whatever was done, taken back from the newest to the oldest, leaves what was at the beginning (%s)",
    { timeout: 60_000 },
    async (round) => {
      const steps = sample(step, { numRuns: 45, seed: seed + round });
      for (const which of [1, 2, 3, 4]) {
        await ask("POST", "/api/channel/add", { name: `Channel ${which}` });
        await ask("POST", "/api/campaign/add", { name: `Campaign ${which}` });
        await ask("POST", "/api/qr/add", { type: "text", data: `Code ${which}` });
        await ask("POST", "/api/url/add", { url: target, custom: `link-${which}`, channel: which });
      }
      const before = await everything();
      const known = new Set(await sets());
      for (const one of steps) await take(requestOf(one));
      const made = (await sets()).filter((id) => !known.has(id));
      expect(made.length).toBeGreaterThan(10);
      const undone: number[] = [];
      for (const set of made) {
        const job = await undo(set);
        expect([set, job.failures]).toEqual([set, []]);
        undone.push(job.change);
      }
      expect(await everything()).toEqual(before);
      // And forth again, and back.
      const redone: number[] = [];
      for (const set of undone.toReversed()) redone.push((await undo(set)).change);
      expect(await everything()).not.toEqual(before);
      for (const set of redone.toReversed()) await undo(set);
      expect(await everything()).toEqual(before);
    },
  );
});

describe("large bulk", () => {
  const links = 4000;

  const { ask, preview, run, undo } = asking(() => server);

  const server = serverForAll();
  beforeAll(async () => {
    const rows = Array.from(
      { length: links },
      (_, row) => `many-${row},https://example.com/${row}`,
    );
    const answer = await fetch(`${server.baseUrl}/api/import?wait=10`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.localKey}`,
        "content-type": "application/octet-stream",
      },
      body: ["alias,url", ...rows, ""].join("\n"),
    });
    const { job }: Body = await answer.json();
    const { token } = job.result;
    await ask("POST", `/api/import/${job.id}/apply`, { token, wait: 10 });
  });

  /** How many links a filter finds. */
  async function found(filter: string): Promise<number> {
    return (await ask("GET", `/api/urls?limit=1&${filter}`)).data.result;
  }

  /** Changes of a set that the database has. */
  function stored(set: number): number {
    const database = new DatabaseSync(join(server.dataDir, "waypost.sqlite"), { readOnly: true });
    try {
      const counted = database.prepare('select count(*) as number from changes where "set" = ?');
      return Number(counted.get(set)?.["number"]);
    } finally {
      database.close();
    }
  }

  test("what a cancelled job did by then stands, and one undo takes it back", async () => {
    expect(await found("")).toBe(links);
    const body = { kind: "links", select: { all: true }, add: { tags: ["half"] } };
    const { token } = await preview("/api/bulk", body);
    let { job } = await ask("POST", "/api/bulk", { ...body, token, wait: 0 });
    while (job.done === 0) ({ job } = await ask("GET", `/api/jobs/${job.id}`));
    ({ job } = await ask("DELETE", `/api/jobs/${job.id}`));
    expect(job).toMatchObject({
      state: "cancelled",
      message: `Canceled. The changes made so far (${job.done}) are saved. To undo this: "waypost undo ${job.change}"`,
    });
    expect(job.done).toBeLessThan(links);
    expect(await found("tag=half")).toBe(job.done);
    const undone = await undo(job.change);
    expect(undone).toMatchObject({ state: "done", result: { changed: job.done, conflicts: 0 } });
    expect(await found("tag=half")).toBe(0);
  });

  test("a change that the database has is taken back from there", async () => {
    const { change } = await run("/api/bulk", {
      kind: "links",
      select: { all: true },
      change: { name: "Spring", description: "d".repeat(1200) },
    });
    // More than a journal holds: most of it is there without anybody asking.
    await expect.poll(() => stored(change), { timeout: 10_000 }).toBeGreaterThan(links / 4);
    const undone = await undo(change);
    expect(undone).toMatchObject({ state: "done", result: { changed: links, conflicts: 0 } });
    expect(await found("q=Spring")).toBe(0);
    const again = await undo(undone.change);
    expect(again).toMatchObject({ state: "done", result: { changed: links, conflicts: 0 } });
    const { urls } = (await ask("GET", "/api/urls?limit=1&q=Spring")).data;
    expect((await ask("GET", `/api/url/${urls[0].id}`)).details.description).toHaveLength(1200);
  });
});
