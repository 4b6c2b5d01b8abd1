import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeDataDir, startTestServer } from "../support/server.ts";
import { serverForAll } from "../support/testServer.ts";
import { runHere } from "./runHere.ts";

const service = serverForAll();

const here = (...line: readonly string[]) => runHere([...line, "--data", service.dataDir]);

describe("settings", () => {
  test("are listed with value, origin, default and title", async () => {
    const { code, stdout } = await here("settings");
    expect(code).toBe(0);
    const [titles = "", ...lines] = stdout.trimEnd().split("\n");
    expect(titles).toMatch(/^NAME +VALUE +FROM +DEFAULT +TITLE$/);
    expect(lines.find((line) => line.startsWith("rateLimit "))).toMatch(
      /^rateLimit +1000000 +the server's command line +30 +\S.+$/,
    );
    expect(lines.find((line) => line.startsWith("page.name "))).toMatch(
      /^page\.name +"" +default +"" +\S.+$/,
    );
  });

  test("are set for every run, shown, and given up", async () => {
    expect(await here("settings", "set", "page.name", "Harbour Books")).toMatchObject({
      code: 0,
      stdout: "page.name is Harbour Books (saved).\n",
      stderr: "",
    });
    expect((await service.visit("/nothing")).text).toContain("Harbour Books");
    const shown = await here("settings", "show", "page.name");
    expect(shown.stdout).toMatch(/^Saved +Harbour Books$/m);
    expect(shown.stdout).toMatch(/^From +saved$/m);
    expect(shown.stdout).toMatch(/^Takes +at most 80 characters$/m);
    expect(await here("settings", "unset", "page.name")).toMatchObject({
      code: 0,
      stdout: 'page.name is "" (default).\n',
    });
    expect((await service.visit("/nothing")).text).not.toContain("Harbour Books");
  });

  test("say so when a change waits", async () => {
    const flagged = await here("settings", "set", "rateLimit", "600");
    expect(flagged.stdout).toBe("rateLimit is 1000000 (the server's command line).\n");
    expect(flagged.stderr).toContain(
      "until the server stops. It was set on the server's command line",
    );
    const later = await here("settings", "set", "publicPort", "4999");
    expect(later.stderr).toContain(
      `publicPort is off until the server stops, then 4999. To apply the change, restart the server: waypost serve --data ${service.dataDir}`,
    );
    expect(later.stderr).toContain("waypost public open PORT");
    await here("settings", "unset", "publicPort");
    await here("settings", "unset", "rateLimit");
  });

  test("print what can be typed back", async () => {
    await here("settings", "set", "page.name", "Harbour Books");
    expect((await here("settings", "set", "page.name", "")).stdout).toBe(
      'page.name is "" (default).\n',
    );
    expect((await here("settings", "set", "publicPort", "off")).stdout).toBe(
      "publicPort is off (saved).\n",
    );
    await here("settings", "unset", "publicPort");
    expect((await here("settings", "set", "port", "")).code).toBe(2);
  });

  test("that don't exist or can't be that are refused", async () => {
    const unknown = await here("settings", "set", "ratelimit", "600");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toBe(
      `waypost: There is no setting "ratelimit". Did you mean rateLimit? To list all settings: waypost settings --data ${service.dataDir}\n`,
    );
    const wrong = await here("settings", "set", "rateLimit", "lots");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
    expect(wrong.stderr).toMatch(/^waypost: rateLimit must be a whole number/);
    expect((await here("settings", "set", "rateLimit")).code).toBe(2);
  });

  test("--json is the server's own address answer", async () => {
    const { stdout } = await here("settings", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      error: 0,
      settings: expect.arrayContaining([expect.objectContaining({ key: "rateLimit" })]),
    });
  });
});

test("one port for two doors is refused when it is kept, and undone where it was kept before", async () => {
  const dataDir = await makeDataDir();
  const stopped = (...line: readonly string[]) => runHere(["settings", ...line, "--data", dataDir]);
  const first = await startTestServer({ dataDir });
  expect((await stopped("set", "publicPort", "4080")).stderr).toBe(
    "waypost: publicPort must not be 4080, because port uses that port.\n",
  );
  expect(await stopped("set", "port", "4190")).toMatchObject({
    code: 1,
    stderr: "waypost: port can't be 4190, because browsers refuse to open that port.\n",
  });
  await first.close();

  // On a stopped folder too.
  expect(await stopped("set", "guiPort", "4080")).toMatchObject({ code: 1, stdout: "" });
  expect((await stopped("set", "publicPort", "4970")).stdout).toBe("publicPort is 4970 (saved).\n");
  const start = startTestServer({ dataDir, port: 4970 });
  await expect(start).rejects.toThrow(
    `port and publicPort are both 4970, but each needs its own port. publicPort is set in ${join(dataDir, "waypost.json")}. To reset it: "waypost settings unset publicPort".`,
  );
  expect((await stopped("unset", "publicPort")).stdout).toBe("publicPort is off (default).\n");
  const again = await startTestServer({ dataDir });
  await again.stop();
});

test("a kept setting that can't be is given up on a stopped folder", async () => {
  const dataDir = await makeDataDir();
  const stopped = (...line: readonly string[]) => runHere(["settings", ...line, "--data", dataDir]);
  await (await startTestServer({ dataDir })).close();
  await stopped("set", "page.color", "#123456");
  const file = join(dataDir, "waypost.json");
  await writeFile(file, (await readFile(file, "utf8")).replace("#123456", "mauve"));
  expect((await stopped("unset", "page.color")).code).toBe(0);
  await (await startTestServer({ dataDir })).stop();
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
