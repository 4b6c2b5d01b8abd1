import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  runCommand,
  startService,
  waypost,
  type ServiceProcess,
} from "../support/serviceProcess.ts";
import { runHere, type Ran } from "./runHere.ts";

const folder = mkdtempSync(join(tmpdir(), "waypost-commands-"));
const dataDir = join(folder, "data");
let service: ServiceProcess;

beforeAll(async () => {
  service = await startService(dataDir, ["--rate-limit", "1000000"]);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function here(...line: readonly string[]): Promise<Ran> {
  return runHere([...line, "--data", dataDir]);
}

async function json(...line: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await here(...line, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("key", () => {
  test("prints the key alone, ready for a script", async () => {
    const printed = await waypost(["key", "--data", dataDir]);
    expect(printed).toMatchObject({ code: 0, stdout: `${service.ready.apiKey}\n` });
    expect(await json("key")).toEqual({ error: 0, key: service.ready.apiKey });
  });
});

describe("a link's life", () => {
  test("is made, listed, shown, followed, removed and taken back", async () => {
    const made = await here(
      "add",
      "https://example.org/spring",
      "--custom",
      "spring",
      "--metatitle",
      "Spring fair",
      "--description",
      "for the letter",
      "--parameters",
      "utm_source=mail",
    );
    const shortUrl = `${service.ready.shortBase}/spring`;
    expect(made).toMatchObject({ code: 0, stdout: `${shortUrl}\n`, stderr: "" });

    const visit = await service.visit("spring");
    expect(visit.headers.get("location")).toBe("https://example.org/spring?utm_source=mail");

    const list = await here("list", "--search", "fair");
    expect(list.code).toBe(0);
    expect(list.stdout).not.toContain("\u001B");
    const [titles = "", row = ""] = list.stdout.split("\n");
    expect(titles.split(/ {2,}/).map((title) => title.trim())).toEqual([
      "ID",
      "SHORT",
      "CLICKS",
      "DATE",
      "DESTINATION",
    ]);
    expect(row).toContain(shortUrl);
    expect(row.indexOf("https://example.org/spring")).toBe(titles.indexOf("DESTINATION"));

    const shown = await here("show", "spring");
    expect(shown.stdout).toMatch(/^Short URL +http/m);
    expect(shown.stdout).toMatch(/^Clicks +1$/m);
    expect(shown.stdout).toMatch(/^Description +for the letter$/m);

    const details = (await json("show", shortUrl)) as { id: number };
    expect(details).toMatchObject({
      error: 0,
      details: { alias: "spring", longurl: "https://example.org/spring", title: "Spring fair" },
      data: { clicks: 1 },
    });
    expect(await json("show", String(details.id))).toEqual(details);

    expect(await here("remove", shortUrl)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Link has been deleted successfully\nChange {2}\d+\n$/),
      stderr: expect.stringContaining(` link restore ${details.id} --data ${dataDir}\n`),
    });
    expect((await service.visit("spring")).status).toBe(404);
    expect(await here("link", "restore", String(details.id))).toMatchObject({ code: 0 });
    expect((await service.visit("spring")).status).toBe(302);
  });

  test("is changed field by field, without its address being said again", async () => {
    const made = (await json("add", "https://example.org/before", "--custom", "changing")) as {
      shorturl: string;
    };
    expect(
      await here("edit", "changing", "--expiry", "2099-01-31", "--parameters", "a=b"),
    ).toMatchObject({ code: 0, stdout: `${made.shorturl}\n` });
    expect(await json("show", "changing")).toMatchObject({
      details: {
        longurl: "https://example.org/before",
        expiry: "2099-01-31 23:59:59",
        parameters: [{ name: "a", value: "b" }],
      },
    });
    await json("edit", made.shorturl, "--url", "https://example.org/after", "--clear", "expiry");
    expect(await json("link", "show", "changing")).toMatchObject({
      details: { longurl: "https://example.org/after", expiry: null },
    });
    const nothing = await here("edit", "changing");
    expect(nothing).toMatchObject({ code: 2, stdout: "" });
    expect(nothing.stderr).toContain("at least one flag");
  });

  test("targets and deep links have flags of their own", async () => {
    const target = (name: string) => `https://example.org/${name}`;
    await json(
      "link",
      "add",
      target("all"),
      "--custom",
      "targets",
      "--geotarget",
      `Germany=${target("de")}`,
      "--geotarget",
      `Iran=${target("ir")}`,
      "--devicetarget",
      `windows=${target("windows")}`,
      "--languagetarget",
      `fa=${target("fa")}`,
      "--deeplink.apple",
      "https://apps.apple.com/app/id1",
      "--deeplink.auto",
    );
    expect(await json("show", "targets")).toMatchObject({
      details: {
        location: { germany: target("de"), iran: target("ir") },
        device: { windows: target("windows") },
        language: { fa: target("fa") },
        deeplink: { apple: "https://apps.apple.com/app/id1", auto: true },
      },
    });
  });

  test("--json prints the service's own answers", async () => {
    const made = (await json("add", "https://example.org/json")) as { id: number };
    expect(made).toEqual({
      error: 0,
      id: expect.any(Number),
      shorturl: expect.any(String),
      change: expect.any(Number),
    });
    expect(await json("list", "--limit", "1")).toMatchObject({
      error: "0",
      data: { perpage: 1, urls: [{ id: made.id }] },
    });
    expect(await json("remove", String(made.id))).toEqual({
      error: 0,
      message: "Link has been deleted successfully",
      change: expect.any(Number),
    });
  });

  test("pages and orders are the service's", async () => {
    const first = await here("add", "https://example.org/a");
    const second = await here("add", "https://example.org/b");
    expect([first.code, second.code]).toEqual([0, 0]);
    const page = await here("list", "--limit", "1", "--page", "2", "--order", "date");
    expect(page.stdout).toContain("https://example.org/a");
    expect(page.stdout).not.toContain("https://example.org/b");
    expect(page.stderr).toMatch(/page 2 of \d+, \d+ links/);
    const beyond = await here("list", "--page", "999");
    expect(beyond).toMatchObject({ code: 0, stdout: "" });
    expect(beyond.stderr).toContain("earlier pages");
    const none = await here("list", "--search", "there is no such thing");
    expect(none).toMatchObject({ code: 0, stdout: "" });
    expect(none.stderr).toContain("No link matches");
  });

  test("a password comes from standard input, so that nobody reads it off the command line", async () => {
    const made = await waypost(
      [
        "add",
        "https://example.org/closed",
        "--custom",
        "closed",
        "--password",
        "-",
        "--data",
        dataDir,
      ],
      { input: "open sesame\n" },
    );
    expect(made.code).toBe(0);
    expect((await service.visit("closed")).status).toBe(401);
    expect(await json("show", "closed")).toMatchObject({ details: { password: true } });
  });

  test("digits that are one link's id and another's alias are not guessed", async () => {
    const one = (await json("add", "https://example.org/one")) as { id: number; shorturl: string };
    // An alias has three characters at least; zeros in front make no id.
    const wanted = 100 + one.id;
    for (let id = one.id; id < wanted; id += 1) {
      await service.api("POST", "/api/url/add", { url: `https://example.org/${id}` });
    }
    const other = (await json("add", "https://example.org/other", "--custom", String(wanted))) as {
      shorturl: string;
    };
    const refused = await here("remove", String(wanted));
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("alias of another link");
    expect(await here("remove", other.shorturl)).toMatchObject({ code: 0 });
    expect(await json("show", String(wanted))).toMatchObject({ id: wanted });
  });
});

describe("refusals", () => {
  test("the service's words on stderr, exit 1, and its answer with --json", async () => {
    const message = "must be a full URL";
    const refused = await here("add", "javascript:alert(1)");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(message);
    const scripted = await here("add", "javascript:alert(1)", "--json");
    expect(scripted.code).toBe(1);
    expect(JSON.parse(scripted.stdout)).toEqual({
      error: 1,
      message: expect.stringContaining(message),
    });
  });

  test.each([["show"], ["remove"]])("%s of an unknown link", async (command) => {
    const exit = await here(command, "no-such-link");
    expect(exit).toMatchObject({ code: 1, stdout: "" });
    expect(exit.stderr).toBe('waypost: There is no link "no-such-link".\n');
  });

  test.each([
    [["add"], "url"],
    [["show", "a", "b"], "argument"],
    [["list", "--colour"], "--colour"],
  ])("%j is wrong use", async (line, named) => {
    const exit = await here(...line);
    expect(exit).toMatchObject({ code: 2, stdout: "" });
    expect(exit.stderr.trimEnd().split("\n")).toEqual([expect.stringContaining(named)]);
  });

  test("the doctor doesn't touch a folder that is served", async () => {
    const exit = await here("doctor");
    expect(exit).toMatchObject({ code: 1, stdout: "" });
    expect(exit.stderr).toContain(String(service.ready.pid));
    expect((await service.api("GET", "/api/account")).status).toBe(200);
  });
});

test("a dialect for other clients changes nothing for this one", async () => {
  const vendorDir = join(folder, "vendor");
  const vendor = await startService(vendorDir, ["--dialect", "vendor"]);
  const run = (...line: readonly string[]) => runHere([...line, "--data", vendorDir]);
  expect(await run("add", "https://example.org", "--custom", "vendor")).toMatchObject({ code: 0 });
  expect((await run("list")).stdout).toContain("/vendor");
  expect((await run("show", "vendor")).stdout).toContain("https://example.org");
  await vendor.stop();
});

test("a service that was killed is not running", async () => {
  const killedDir = join(folder, "killed");
  const killed = await startService(killedDir);
  await killed.stop("SIGKILL");
  const exit = await waypost(["list", "--data", killedDir]);
  expect(exit).toMatchObject({ code: 3, stdout: "" });
  expect(exit.stderr).toContain("serve --data");
});

test("a reader that leaves early is no failure", async () => {
  const running = runCommand(["list", "--data", dataDir]);
  running.child.stdout?.destroy();
  expect(await running.exited).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining("EPIPE"),
  });
});
