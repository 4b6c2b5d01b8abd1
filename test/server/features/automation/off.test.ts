import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadedAtStart, src } from "../../../support/loadedFrom.ts";
import { send } from "../../../support/server.ts";
import { serverForAll } from "../../../support/testServer.ts";

const folder = join(src, "server", "features", "automation");

describe("automation that is off", () => {
  const server = serverForAll();

  test("loads its switches, its keys and its lists, and nothing of what acts", () => {
    const loaded = loadedAtStart();
    const own = loaded.filter((file) => file.startsWith(folder));
    expect(own.map((file) => file.slice(folder.length + 1)).toSorted()).toEqual([
      "assistants/answers.ts",
      "assistants/handlers.ts",
      "assistants/pending.ts",
      "assistants/surface.ts",
      "callOperation.ts",
      "facades/facades.ts",
      "facades/surfaces.ts",
      "gate.ts",
      "keys/handlers.ts",
      "keys/service.ts",
      "pairing/handlers.ts",
      "pairing/pairing.ts",
      "pairing/surface.ts",
      "surface.ts",
      "webhooks/handlers.ts",
      "webhooks/health.ts",
      "webhooks/hookFields.ts",
      "webhooks/schedule.ts",
      "webhooks/service.ts",
      "webhooks/signing.ts",
      "webhooks/webhookFile.ts",
    ]);
    expect(loaded.filter((name) => name.startsWith("@modelcontextprotocol"))).toEqual([]);
  });

  test("is how a folder begins: no switch is on, and no file is made", async () => {
    const { body } = await server.api("GET", "/api/settings", undefined, server.localKey);
    const on = body.settings.filter(
      ({ key, value }: { key: string; value: unknown }) =>
        key.startsWith("automation.") && value === true,
    );
    expect(on.map(({ key }: { key: string }) => key)).toEqual(["automation.yourlsUnique"]);
    const files = await readdir(server.dataDir);
    for (const name of ["keys.json", "pending.json", "webhooks.json", "waypost.sqlite"]) {
      expect(files).not.toContain(name);
    }
  });

  test.each([
    "/mcp",
    "/pair",
    "/yourls-api.php",
    "/rest/health",
    "/rest/v3/short-urls",
    "/api/v2/health",
    "/api/v2/links",
  ])("answers %s as an address that nobody has", async (path) => {
    const nobodys = path.startsWith("/api/") ? "/api/nothing" : "/nothing";
    const answers = async (address: string, method: string) => {
      const { status, text } = await send(server.baseUrl, address, { method });
      return { status, text: text.replaceAll(/nonce="[^"]+"/g, "") };
    };
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"]) {
      expect([method, await answers(path, method)]).toEqual([
        method,
        await answers(nobodys, method),
      ]);
    }
  });
});
