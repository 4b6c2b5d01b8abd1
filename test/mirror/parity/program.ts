import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEdgeClient } from "../../../src/mirror/home/client.ts";
import { startProgram } from "../../../src/mirror/program/program.ts";
import { type Moment, overHttp, type Side } from "./sides.ts";
import { fillBy } from "./workerd.ts";

/** `waypost mirror` behind a proxy, pushed to as home pushes. */
export async function openProgram(
  rows: ReadonlyMap<string, string>,
  moment: Moment,
): Promise<Side & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-copy-"));
  const secret = "a secret";
  let country: string | null = null;
  const program = await startProgram({
    folder,
    host: "127.0.0.1",
    port: 0,
    secret,
    version: "0.1.0",
    proxies: "",
    log: (line) => console.log(line),
    clock: () => moment.now,
    random: () => moment.roll,
    countries: { lookup: () => country, warning: null },
  });
  const client = createEdgeClient({
    address: () => program.url,
    secret: () => secret,
    clock: () => moment.now,
  });
  const kept = await fillBy(client, rows);
  const asked = overHttp(Number(new URL(program.url).port));
  return {
    visit(visit) {
      ({ country } = visit);
      const headers = { "x-forwarded-for": visit.address, "x-forwarded-proto": "https" };
      return asked.visit(visit, headers);
    },
    ...kept,
    async close() {
      client.close();
      asked.close();
      await program.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
