import { describe, expect, test } from "vitest";
import { additiveRows } from "../../contract/rows/additiveRows.ts";
import { contractRows } from "../../contract/rows/contractRows.ts";
import { pixelTypes } from "../../contract/rows/contractRows.ts";
import { type ContractRow, isList } from "../../contract/rows/row.ts";
import { type TestServer } from "../../support/server.ts";
import { serverForAll } from "../../support/testServer.ts";

const rows: readonly ContractRow[] = [...contractRows, ...additiveRows];
const lists = rows
  .filter(
    (row) =>
      isList(row) && row.method === "GET" && row.query !== undefined && !row.path.includes(":"),
  )
  .map(({ path }) => path);

const types = Object.entries(pixelTypes);

async function typesOf(server: TestServer): Promise<readonly string[]> {
  const { body } = await server.api("GET", "/api/pixels?limit=100");
  return body.data.pixels.map(({ type }: { type: string }) => type).toReversed();
}

async function addPixels(server: TestServer, names: readonly string[]): Promise<void> {
  for (const type of names) {
    await server.api("POST", "/api/pixel/add", { type, name: type, tag: "ABC-123" });
  }
}

describe.each([
  { dialect: "document", error: "0", column: 0 },
  { dialect: "vendor", error: 0, column: 1 },
])("in the dialect $dialect", ({ dialect, error, column }) => {
  const server = serverForAll({ settings: { dialect, verifyDomains: "false" } });

  test.each(lists)("%s answers its error so", async (path) => {
    expect((await server.api("GET", path)).body).toMatchObject({ error });
  });

  test("a single resource answers the integer 0, a failure 1", async () => {
    expect((await server.api("GET", "/api/account")).body).toMatchObject({ error: 0 });
    expect((await server.api("GET", "/api/url/1")).body).toMatchObject({ error: 1 });
  });

  test("pixel types have its names", async () => {
    await addPixels(server, Object.keys(pixelTypes));
    await addPixels(server, Object.values(pixelTypes));
    const names = types.map((pair) => pair[column]);
    expect(await typesOf(server)).toEqual([...names, ...names]);
  });
});
