import { expect, onTestFinished, test } from "vitest";
import { mostOf } from "../../../../src/server/common/mostOf.ts";
import { makeDataDir, startTestServer } from "../../../support/server.ts";
import { open } from "../../store/testFolder.ts";

test("a folder with more domains than a store can have keeps them, and takes no other", async () => {
  const dataDir = await makeDataDir();
  const store = await open(dataDir);
  const createdAt = "2026-03-05T12:00:00Z";
  const count = mostOf.domains + 1;
  const records = Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    domain: `https://${at}.example.org`,
    createdAt,
  }));
  await store.commit(records.map((record) => ({ put: "domains" as const, record })));
  await store.close();
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  const added = await server.api("POST", "/api/domain/add", { domain: "https://new.example.org" });
  expect([added.status, added.body.faults]).toMatchObject([
    400,
    [{ field: "domain", code: "long" }],
  ]);
  expect(added.body.message).toContain("there are at most 1,000 domains");
  const { body } = await server.api("GET", "/api/domains?limit=1");
  expect(body.data.result).toBe(count);
});
