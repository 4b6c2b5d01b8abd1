import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Command } from "commander";
import { nearest } from "../../src/contract/nearest.ts";
import { buildProgram } from "../../src/cli/program.ts";
import { fromCommand, programName, quoted, type Start } from "../../src/cli/typed.ts";
import { serverForAll } from "../support/testServer.ts";
import { installed, runHere } from "./runHere.ts";

const folder = mkdtempSync(join(tmpdir(), "own links-"));
const nobody = join(folder, "nobody's");

const service = serverForAll({ dataDir: join(folder, "data") });
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

const throughNpm: Start = {
  environment: { npm_lifecycle_event: "waypost", npm_package_name: "waypost" },
  script: "/home/me/waypost/out/main/cli.js",
  workingDir: "/home/me/waypost",
};

describe("a command is written as its reader can type it", () => {
  test.each([
    ["an installed command", installed, "waypost"],
    ["a script of the package", throughNpm, "npm run -s waypost --"],
    [
      "npm start",
      { ...throughNpm, environment: { ...throughNpm.environment, npm_lifecycle_event: "start" } },
      "npm run -s waypost --",
    ],
    [
      "npx",
      { ...throughNpm, environment: { ...throughNpm.environment, npm_command: "exec" } },
      "npx waypost",
    ],
    ["Node itself", { ...throughNpm, environment: {} }, "node out/main/cli.js"],
    [
      "a file with a space in its way",
      { environment: {}, script: "/my files/cli.js", workingDir: "/home/me" },
      "node '../../my files/cli.js'",
    ],
  ])("%s", (_, start, name) => {
    expect(programName(start)).toBe(name);
  });
});

/** The words of a line, as a shell would take them. */
function shellWords(line: string): string[] {
  return Array.from(line.matchAll(/((?:'[^']*'|\\'|[^\s'])+)/g), ([word]) =>
    word.replaceAll(/'([^']*)'|\\'/g, (quotation, inner?: string) =>
      quotation === String.raw`\'` ? "'" : (inner ?? ""),
    ),
  );
}

/** Every command that a text tells its reader to type. */
function commandsIn(text: string, name: string): string[] {
  const found = text.split("\n").flatMap((line) => {
    const at = line.indexOf(`${name} `);
    return at === -1 ? [] : [line.slice(at + name.length + 1).replace(/[).]+$/, "")];
  });
  return found.filter((command) => !command.startsWith("[options]"));
}

/** Fails where the program has no such command, argument or flag. */
function take(words: readonly string[]): void {
  const program = buildProgram(fromCommand(words));
  const quiet = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
    if (command.commands.length === 0) command.action(() => {});
    command.commands.forEach(quiet);
  };
  quiet(program);
  try {
    program.parse([...words], { from: "user" });
  } catch (error) {
    const isHelp =
      error instanceof Error && "code" in error && error.code === "commander.helpDisplayed";
    if (!isHelp) throw error;
  }
}

describe.each([
  ["waypost", installed],
  ["npm run -s waypost --", throughNpm],
] as const)("hints for whoever types `%s`", (name, start) => {
  test.each([
    ["list"],
    ["key"],
    ["open"],
    ["link show spring"],
    ["lst"],
    ["link lst"],
    ["list --lmit 3"],
    ["link edit"],
    ["edit"],
    ["add"],
    ["add a b"],
    ["campaign assign 1"],
    ["qr add wifi --pas x"],
    ["serve --prt 1"],
  ])("%s where nothing runs", async (line) => {
    const { code, stderr } = await runHere([...line.split(" "), "--data", nobody], start);
    expect(code).toBeGreaterThan(1);
    const named = commandsIn(stderr, name);
    expect(named).toHaveLength(1);
    for (const command of named) expect(() => take(shellWords(command))).not.toThrow();
    const wanted = code === 3 ? `serve --data ${nobody}` : "--help";
    expect(
      shellWords(named[0] ?? "")
        .join(" ")
        .slice(-wanted.length),
    ).toBe(wanted);
  });

  test.each([
    ["pixel list"],
    ["campaign list"],
    ["bio list"],
    ["qr list"],
    ["edit hinted"],
    ["remove hinted"],
  ])("%s where the service says no, or nothing", async (line) => {
    await service.api("POST", "/api/url/add", { url: "https://example.org", custom: "hinted" });
    const { stderr } = await runHere([...line.split(" "), "--data", service.dataDir], start);
    const named = commandsIn(stderr, name);
    expect(named).toHaveLength(1);
    for (const command of named) {
      expect(shellWords(command).slice(-2)).toEqual(["--data", service.dataDir]);
      expect(() => take(shellWords(command))).not.toThrow();
    }
  });
});

test("every help page is led to, and its examples are taken", async () => {
  const name = "npm run -s waypost --";
  const pages = (command: Command, way: readonly string[]): (readonly string[])[] => [
    way,
    ...command.commands.flatMap((one) => pages(one, [...way, one.name()])),
  ];
  for (const page of pages(buildProgram([]), [])) {
    const { code, stdout } = await runHere([...page, "--help"], throughNpm);
    expect({ page, code }).toEqual({ page, code: 0 });
    expect(stdout).toContain(`Usage: ${[name, ...page].join(" ")} `);
    for (const command of commandsIn(stdout.replace(/^Usage.*$/m, ""), name)) {
      expect(() => take(shellWords(command))).not.toThrow();
    }
  }
}, 30_000);

test.each([
  ["help link edit", "Usage: waypost link edit"],
  ["help edit", "Usage: waypost edit"],
  ["help link", "Usage: waypost link"],
  ["help", "Usage: waypost"],
])("%s leads to that very page", async (line, title) => {
  expect(await runHere(line.split(" "))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(title),
  });
});

describe("what was mistyped is answered with the nearest word", () => {
  test.each([
    [["lst"], "list"],
    [["edt"], "edit"],
    [["remvoe"], "remove"],
    [["link", "lst"], "list"],
    [["link", "delete"], undefined],
    [["add", "x", "--pasword", "y"], "--password"],
    [["add", "x", "--desc", "y"], "--description"],
    [["add", "x", "--alias", "y"], "--custom"],
    [["edit", "x", "--target", "y"], "--url"],
    [["add", "x", "--metatilte", "y"], "--metatitle"],
    [["list", "--lmit", "3"], "--limit"],
    [["serve", "--publicport", "1"], "--public-port"],
    [["list", "--colour"], undefined],
    [["settings", "lst"], "list"],
    [["settings", "rateLimit"], "show rateLimit"],
    [["key", "renwe"], "renew"],
  ])("%j: %s", async (line, meant) => {
    const { code, stderr } = await runHere(line);
    expect(code).toBe(2);
    const [, suggested] = / Did you mean ([^?]+)\?/.exec(stderr) ?? [];
    expect(suggested).toBe(meant);
  });

  test("nothing is near to something else entirely", () => {
    expect(nearest("colour", ["limit", "custom"])).toBeUndefined();
    expect(nearest("ab", ["ba", "abc"])).toBe("abc");
    expect(nearest("anything", [])).toBeUndefined();
  });
});

describe("the folder", () => {
  test.each([
    ["before the command", (dir: string) => ["--data", dir, "key"]],
    ["before the command, with =", (dir: string) => [`--data=${dir}`, "key"]],
    ["within the command", (dir: string) => ["key", "--data", dir, "show"]],
    ["after the command", (dir: string) => ["key", "--data", dir]],
  ])("is taken %s", async (_, line) => {
    expect(await runHere(line(service.dataDir))).toMatchObject({
      code: 0,
      stdout: `${service.apiKey}\n`,
    });
  });

  test("is taken from WAYPOST_DATA, which a flag overrules", async () => {
    const before = process.env["WAYPOST_DATA"];
    try {
      process.env["WAYPOST_DATA"] = service.dataDir;
      expect(await runHere(["key"])).toMatchObject({ code: 0, stdout: `${service.apiKey}\n` });
      process.env["WAYPOST_DATA"] = nobody;
      expect(await runHere(["key"])).toMatchObject({
        code: 3,
        stderr: `waypost: No server is running for ${nobody}. To start the server: waypost serve --data ${quoted(nobody)}\n`,
      });
      expect(await runHere(["key", "--data", service.dataDir])).toMatchObject({ code: 0 });
    } finally {
      if (before === undefined) delete process.env["WAYPOST_DATA"];
      else process.env["WAYPOST_DATA"] = before;
    }
  });
});
