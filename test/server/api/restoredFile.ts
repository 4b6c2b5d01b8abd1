import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { TestServer } from "../../support/server.ts";

/** A document as a backup has it. */
export type SentDocument = Record<string, { id: number; [field: string]: unknown }[]>;

/** A server's document as it is now. */
export async function documentOf(server: TestServer): Promise<SentDocument> {
  await server.api("POST", "/api/backups", {}, server.localKey);
  const folder = join(server.dataDir, "backups");
  const name = readdirSync(folder).toSorted().at(-1) ?? "";
  return JSON.parse(readFileSync(join(folder, name), "utf8"));
}

/** Sends a file to be restored, or to be looked at; `query` says which. */
export async function sendFile(
  server: TestServer,
  query: string,
  file: string | Buffer<ArrayBuffer>,
) {
  const answer = await fetch(`${server.baseUrl}/api/restore?${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.localKey}`,
      "content-type": "application/octet-stream",
    },
    body: file,
  });
  return answer.json();
}

/** Restores a file without a failure; answers its preview. `query` begins with `&`. */
export async function restored(server: TestServer, file: string | Buffer<ArrayBuffer>, query = "") {
  const { preview } = await sendFile(server, `preview=true${query}`, file);
  const { job } = await sendFile(server, `token=${preview.token}&wait=10${query}`, file);
  expect(job).toMatchObject({ state: "done", failureCount: 0 });
  return preview;
}
