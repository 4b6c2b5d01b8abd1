import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test, vi, describe } from "vitest";
import { type PortQuestion, startOrAsk } from "../../src/main/startOrAsk.ts";
import {
  commandLineOf,
  programWords,
  typedProgram,
  withTypableCommands,
} from "../../src/main/commandLine.ts";
import { readFlags } from "../../src/main/flags.ts";
import { defaultDataDir } from "../../src/app/index.ts";

describe("start or ask", () => {
  let dataDir: string;
  let squatter: Server;
  let taken: number;

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "waypost-port-"));
    squatter = createServer();
    await new Promise<void>((listening) => squatter.listen(0, "127.0.0.1", listening));
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
});

describe("command line", () => {
  const packaged = (...given: string[]) => commandLineOf(["/opt/Waypost/waypost", ...given], true);
  const fromSources = (...given: string[]) =>
    commandLineOf(["/somewhere/electron", ...given], false);

  test("a window is wanted unless a command is", () => {
    expect(packaged()).toBeNull();
    expect(packaged("--data", "/links")).toBeNull();
    expect(fromSources("/sources", "--port=0")).toBeNull();
  });

  test("what follows is the command line, with or without two dashes before it", () => {
    const add = ["add", "https://example.org", "--custom", "spring"];
    expect(packaged("--cli", ...add)).toEqual(add);
    expect(packaged("--cli", "--", ...add)).toEqual(add);
    expect(packaged("--no-sandbox", "--ozone-platform=headless", "--cli", "list")).toEqual([
      "list",
    ]);
    expect(fromSources("--no-sandbox", "/sources", "--cli", "list")).toEqual(["list"]);
    expect(packaged("--cli")).toEqual([]);
  });

  test("other programs start it by words that it takes for a command line", () => {
    const starts = [
      programWords(true, "", { execPath: "/opt/Waypost/waypost", env: {} }),
      programWords(true, "", {
        execPath: "/tmp/.mount/waypost",
        env: { APPIMAGE: "/home/me/Waypost.AppImage" },
      }),
      programWords(true, "", { execPath: String.raw`C:\Programs\Waypost\Waypost.exe`, env: {} }),
    ];
    expect(starts.map(([program]) => program)).toEqual([
      "/opt/Waypost/waypost",
      "/home/me/Waypost.AppImage",
      String.raw`C:\Programs\Waypost\Waypost.exe`,
    ]);
    for (const words of starts) expect(commandLineOf([...words, "mcp"], true)).toEqual(["mcp"]);
    const sources = programWords(false, "/sources", { execPath: "/somewhere/electron", env: {} });
    expect(commandLineOf([...sources, "mcp"], false)).toEqual(["mcp"]);
  });

  test("an address that the system hands over brings no command along", () => {
    expect(packaged("waypost://new?url=https://a.example", "--cli", "remove", "1")).toBeNull();
    expect(fromSources("/sources", "waypost://new", "--cli", "remove", "1")).toBeNull();
  });

  test("it is typed as it was installed", () => {
    const linux = { execPath: "/opt/Waypost/waypost", platform: "linux", env: {} } as const;
    expect(typedProgram(false, linux)).toBe("npm run -s waypost --");
    expect(typedProgram(true, linux)).toBe('"/opt/Waypost/waypost" --cli');
    const image = { ...linux, env: { APPIMAGE: "/home/me/Waypost.AppImage" } };
    expect(typedProgram(true, image)).toBe('"/home/me/Waypost.AppImage" --cli');
    const windows = {
      execPath: String.raw`C:\Programs\Waypost\Waypost.exe`,
      platform: "win32",
      env: {},
    } as const;
    expect(typedProgram(true, windows)).toBe(String.raw`"C:\Programs\Waypost\waypost.cmd"`);
  });

  const damaged = 'waypost.json is damaged. Put it back, or run "waypost doctor" on the folder.';
  const way =
    'waypost.json is damaged. Put it back, or run npm run -s waypost -- doctor --data "/my links" on the folder.';
  const dataDir = "/my links";

  test("a window that npm opened names the command as npm takes it", () => {
    expect(withTypableCommands(damaged, { isPackaged: false, dataDir })).toBe(way);
  });

  test("an app names itself", () => {
    const told = withTypableCommands(damaged, { isPackaged: true, dataDir });
    expect(told).toMatch(/run "[^"]+"( --cli)? doctor --data "\/my links" on the folder\.$/);
  });

  test("what names no command stays as it is", () => {
    for (const isPackaged of [true, false])
      expect(withTypableCommands("Port 4080 is taken.", { isPackaged, dataDir })).toBe(
        "Port 4080 is taken.",
      );
  });
});

describe("flags", () => {
  const home = () => "/home/someone/waypost";

  test("without flags the window serves the default folder, and no GUI door", () => {
    expect(readFlags(["/path/to/app"], home)).toEqual({
      dataDir: home(),
      guiPort: null,
      settings: {},
    });
  });

  afterEach(() => vi.unstubAllEnvs());

  test("the window serves the folder that WAYPOST_DATA names, unless a flag names another", () => {
    vi.stubEnv("WAYPOST_DATA", "links");
    expect(readFlags(["/path/to/app"], defaultDataDir).dataDir).toBe(resolve("links"));
    expect(readFlags(["/path/to/app", "--data=/data"], defaultDataDir).dataDir).toBe(
      resolve("/data"),
    );
    vi.stubEnv("WAYPOST_DATA", " ");
    expect(readFlags(["/path/to/app"], defaultDataDir).dataDir).toMatch(/waypost$/i);
  });

  test("flags mean what they mean to waypost serve", () => {
    const given = [
      "--data=/data",
      "--port",
      "0",
      "--public-port=4081",
      "--base-url=https://host/s",
      "--rate-limit=60",
      "--set",
      "geo.provider=cloudflare",
      "--set",
      "timeZone=Asia/Tehran",
    ];
    expect(readFlags(given, home)).toEqual({
      dataDir: "/data",
      guiPort: null,
      port: 0,
      publicPort: 4081,
      baseUrl: "https://host/s",
      settings: { rateLimit: "60", "geo.provider": "cloudflare", timeZone: "Asia/Tehran" },
    });
  });

  test("switches of Chromium are left alone", () => {
    const given = ["--inspect=0", "--remote-debugging-port=0", "--lang=fa", "--disable-gpu", "."];
    expect(readFlags(given, home)).toMatchObject({ dataDir: home() });
  });

  test.each([
    [["--port", "x"], '--port takes a port from 1 to 65535, or 0 for any free port, not "x".'],
    [["--public-port=70000"], /--public-port takes a port/],
    [["--port=4090", "--public-port=4090"], "--port and --public-port have the same port, 4090."],
    [["--host=999.0.0.1"], /--host takes an address of this computer/],
    [["--base-url=https://host/api"], /--base-url takes an address/],
    [["--rate-limit=0"], /--rate-limit takes a whole number of requests per minute/],
    [["--data"], "--data needs a value."],
    [["--set", "dialect"], /--set takes name=value/],
  ])("%j is refused in words", (given, message) => {
    expect(() => readFlags(given, home)).toThrow(message);
  });
});
