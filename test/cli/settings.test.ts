import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server.ts";
import { runHere } from "./runHere.ts";

let service: TestServer;

beforeAll(async () => {
  service = await startTestServer();
});
afterAll(() => service.stop());

const here = (...line: readonly string[]) => runHere([...line, "--data", service.dataDir]);

describe("settings", () => {
  test("are listed with value, origin, default and meaning", async () => {
    const { code, stdout } = await here("settings");
    expect(code).toBe(0);
    const [titles = "", ...lines] = stdout.trimEnd().split("\n");
    expect(titles).toMatch(/^NAME +VALUE +FROM +DEFAULT +MEANING$/);
    expect(lines.find((line) => line.startsWith("rateLimit "))).toMatch(
      /^rateLimit +1000000 +this run's command line +30 +\S.+$/,
    );
    expect(lines.find((line) => line.startsWith("page.name "))).toMatch(
      /^page\.name +none +default +none +\S.+$/,
    );
  });

  test("are set for every run, shown, and given up", async () => {
    expect(await here("settings", "set", "page.name", "Harbour Books")).toMatchObject({
      code: 0,
      stdout: "page.name is Harbour Books (kept).\n",
      stderr: "",
    });
    expect((await service.visit("/nothing")).text).toContain("Harbour Books");
    const shown = await here("settings", "show", "page.name");
    expect(shown.stdout).toMatch(/^Kept +Harbour Books$/m);
    expect(shown.stdout).toMatch(/^From +kept$/m);
    expect(shown.stdout).toMatch(/^Takes +at most 80 characters$/m);
    expect(await here("settings", "unset", "page.name")).toMatchObject({
      code: 0,
      stdout: "page.name is none (default).\n",
    });
    expect((await service.visit("/nothing")).text).not.toContain("Harbour Books");
  });

  test("say so when a change waits", async () => {
    const flagged = await here("settings", "set", "rateLimit", "600");
    expect(flagged.stdout).toBe("rateLimit is 1000000 (this run's command line).\n");
    expect(flagged.stderr).toContain("until this run ends: its command line says so");
    const later = await here("settings", "set", "publicPort", "4999");
    expect(later.stderr).toContain(
      `publicPort is none until this run ends, then 4999. Stop Waypost and start it again: waypost serve --data ${service.dataDir}`,
    );
    await here("settings", "unset", "publicPort");
    await here("settings", "unset", "rateLimit");
  });

  test("that don't exist or can't be that are refused", async () => {
    const unknown = await here("settings", "set", "ratelimit", "600");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toBe(
      `waypost: There is no setting "ratelimit". Did you mean rateLimit? All of them: waypost settings --data ${service.dataDir}\n`,
    );
    const wrong = await here("settings", "set", "rateLimit", "lots");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toMatch(/^waypost: rateLimit must be a whole number/);
    expect((await here("settings", "set", "rateLimit")).code).toBe(2);
  });

  test("--json is the service's own answer", async () => {
    const { stdout } = await here("settings", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      error: 0,
      settings: expect.arrayContaining([expect.objectContaining({ key: "rateLimit" })]),
    });
  });
});

test("key --renew makes a new one, and the one before stops working", async () => {
  const before = (await here("key")).stdout.trim();
  const renewed = await here("key", "--renew");
  expect(renewed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{20,}\n$/) });
  const after = renewed.stdout.trim();
  expect(after).not.toBe(before);
  expect((await service.api("GET", "/api/account", undefined, before)).status).toBe(401);
  expect((await service.api("GET", "/api/account", undefined, after)).status).toBe(200);
  expect((await here("key")).stdout.trim()).toBe(after);
});
