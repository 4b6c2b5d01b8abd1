import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type PortQuestion, startOrAsk } from "../../src/main/startOrAsk.ts";

let dataDir: string;
let squatter: Server;
let taken: number;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "waypost-port-"));
  squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(0, "127.0.0.1", resolve));
  taken = (squatter.address() as AddressInfo).port;
});
afterEach(() => {
  squatter.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("where the port is taken, the next free one is offered and used", async () => {
  const asked: PortQuestion[] = [];
  const server = await startOrAsk({ dataDir, port: taken, guiPort: null }, async (question) => {
    asked.push(question);
    return true;
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ taken });
  expect(asked[0]?.message).toContain(String(taken));
  expect(asked[0]?.free).toBeGreaterThan(taken);
  expect(server?.baseUrl).toBe(`http://127.0.0.1:${asked[0]?.free}`);
  await server?.close();
});

test("declined, nothing starts", async () => {
  const options = { dataDir, port: taken, guiPort: null };
  expect(await startOrAsk(options, async () => false)).toBeNull();
});

test("any other reason is told as it is", async () => {
  const first = await startOrAsk({ dataDir, port: 0, guiPort: null }, async () => true);
  await expect(startOrAsk({ dataDir, port: 0, guiPort: null }, async () => true)).rejects.toThrow(
    String(process.pid),
  );
  await first?.close();
});
