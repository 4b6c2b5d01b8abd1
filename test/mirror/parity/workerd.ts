import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOf } from "../../../src/mirror/wire/hash.ts";
import { compatibilityDate } from "../../../src/mirror/home/cloudflare/cloudflare.ts";
import { createEdgeClient } from "../../../src/mirror/home/client.ts";
import type { EdgeClient } from "../../../src/mirror/home/model.ts";
import { openEdgeDatabase } from "../../support/edgeDatabase.ts";
import { edgeBundle } from "../bundle.ts";
import type { Engine } from "../engine.ts";
import { momentHeaders } from "./clockedWorker.ts";
import type { Moment, Side } from "./sides.ts";

export interface WorkerdSide extends Side {
  close(): Promise<void>;
}

/** Characters of rows that one push has. */
const mostTogether = 800_000;

/** The Worker in the network's own engine, pushed to as home pushes. */
export async function openWorkerd(
  engine: Engine,
  rows: ReadonlyMap<string, string>,
  moment: Moment,
): Promise<WorkerdSide> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-workerd-"));
  const { code } = await edgeBundle("test/mirror/parity/clockedWorker.ts");
  const secret = "a secret";
  const unused = openEdgeDatabase();
  const running = await engine({
    script: code,
    compatibilityDate,
    secret,
    databaseId: "parity",
    database: unused,
    folder,
  });
  const atMoment = (headers: HeadersInit | undefined) => {
    const all = new Headers(headers);
    all.set(momentHeaders.now, String(moment.now));
    all.set(momentHeaders.roll, String(moment.roll));
    return all;
  };
  const client = createEdgeClient({
    address: () => "https://edge.example",
    secret: () => secret,
    clock: () => moment.now,
    fetch: (url, init) =>
      running.fetch(new Request(url, { ...init, headers: atMoment(init?.headers) }), undefined),
  });

  const kept = await fillBy(client, rows);

  return {
    async visit({ method, host, path, headers, body, address, country }) {
      const request = new Request(`https://${host}${path}`, {
        method,
        redirect: "manual",
        headers: atMoment({ ...headers, "cf-connecting-ip": address }),
        ...(body === undefined ? {} : { body }),
      });
      const answered = await running.fetch(request, country);
      return {
        status: answered.status,
        headers: Object.fromEntries(answered.headers),
        body: await answered.text(),
      };
    },
    ...kept,
    async close() {
      await running.close();
      unused.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Pushes the rows as home does; answers how what visitors left is taken home. */
export async function fillBy(
  client: EdgeClient,
  rows: ReadonlyMap<string, string>,
): Promise<Pick<Side, "clicks" | "answers">> {
  let sequence = 1;
  const turn = () => ({
    home: "home",
    generation: 1,
    sequence: (sequence += 1),
    budget: { day: 0, spent: 0, limit: 1_000_000 },
  });
  await client.adopt({ home: "home", generation: 1 });
  const waiting = [...rows].map(([key, data]) => [key, hashOf(key, data), data] as const);
  while (waiting.length > 0) {
    let size = 0;
    const upTo = waiting.findIndex(([, , data]) => (size += data.length) > mostTogether);
    const upserts = waiting.splice(0, upTo < 1 ? waiting.length : upTo);
    await client.push({ ...turn(), upserts, removes: [] });
  }

  async function drained(kind: "clicks" | "answers") {
    const lines: string[] = [];
    const upTo = { clicks: 0, answers: 0 };
    for (;;) {
      const asked = { clicksUpTo: upTo.clicks, answersUpTo: upTo.answers };
      const found = await client.drain({ ...turn(), ...asked, deletes: 0, limit: 500 });
      const last = found[kind].at(-1);
      if (last === undefined) return lines.map((line) => JSON.parse(line));
      [upTo[kind]] = last;
      lines.push(...found[kind].map(([, line]) => line));
    }
  }

  return {
    clicks: () => drained("clicks"),
    answers: async () =>
      (await drained("answers")).map(({ at, ...answer }) => ({
        ...answer,
        createdAt: new Date(at).toISOString(),
      })),
  };
}
