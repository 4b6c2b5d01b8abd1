import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runHere } from "./runHere.ts";

let service: TestServer;
let isReached = true;

beforeAll(async () => {
  service = await startTestServer({
    network: {
      resolve: async () => ["93.184.215.14"],
      // Whatever is asked outside leads to the service door, or nowhere.
      connect: () =>
        connect({ host: "127.0.0.1", port: isReached ? Number(new URL(service.baseUrl).port) : 1 }),
    },
    log: () => undefined,
  });
  await service.api("POST", "/api/url/add", { url: "https://example.com/", custom: "spring" });
});
afterAll(() => service.stop());

const here = (...line: readonly string[]) =>
  runHere(["public", ...line, "--data", service.dataDir]);

test("the public address is opened, switched, proved and gone dark with, by words", async () => {
  expect((await here()).stdout).toMatch(/^State +this computer only\nDoor +closed$/m);
  const opened = await here("open", "0");
  expect(opened.stdout).toMatch(/^The public door is open at http:\/\/127\.0\.0\.1:\d+\.\n$/);
  expect((await here("close")).stdout).toBe("The public door is closed.\n");

  const preview = await here("use", "http://go.example.org", "--preview");
  expect(preview).toMatchObject({ code: 0, stdout: "" });
  expect(preview.stderr).toBe(
    `Given out under ${service.baseUrl}: links 1, QR codes 0, bio pages 0.\n${service.baseUrl}: on this computer only.\n`,
  );
  expect((await here("use", "http://go.example.org", "--temporary")).stdout).toBe(
    "Short addresses begin with http://go.example.org (temporary: gone when its tunnel starts again) from now on.\n",
  );
  expect(await here("prove")).toMatchObject({
    code: 0,
    stdout:
      "ok       The name resolves        93.184.215.14\nok       This service answers\nok       A real link redirects\n",
  });
  isReached = false;
  const lying = await here("prove");
  expect(lying).toMatchObject({ code: 1 });
  expect(lying.stdout).toContain("failed   This service answers");
  expect(lying.stderr).toContain("http://go.example.org does not lead here.");
  expect(lying.stderr).toContain("The public door is closed. To open it: waypost public open");
  expect((await here()).stderr).toContain("To open it: waypost public open");
  const unproved = await here("use", "http://other.example.org");
  expect(unproved.stderr).toContain("To see whether it leads here: waypost public prove");
  await here("prove", "http://go.example.org");
  expect((await here()).stdout).toContain("Tried     http://go.example.org\n");

  expect((await here("dark", "on")).stdout).toBe("Everybody outside is told to come later.\n");
  expect(JSON.parse((await here("--json")).stdout).data).toMatchObject({ state: "dark" });
  expect((await here("dark", "off")).stdout).toBe("Visitors are let in again.\n");
  expect(await here("dark", "maybe")).toMatchObject({ code: 2 });
  expect((await here("use", "local")).stdout).toContain(service.baseUrl);
});
