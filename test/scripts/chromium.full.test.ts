import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectDir } from "../../scripts/say.mjs";
import { nodeProgram, runProgram } from "../support/serviceProcess.ts";
import { crc32 } from "node:zlib";

/** A ZIP archive of one uncompressed file that may be run. */
function zipOf(name: string, content: string): Buffer {
  const path = Buffer.from(name);
  const data = Buffer.from(content);
  // Version needed, flags, method, time, date; then checksum and sizes; then the name's length and none of extras.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, data]);
  // Made on Unix; no comment, first disk, no inner attributes; the mode 0755 of a file; begins at 0.
  const attributes = Buffer.alloc(14);
  attributes.writeUInt32LE((0o100755 << 16) >>> 0, 6);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02"),
    Buffer.from([20, 3]),
    common,
    attributes,
    path,
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from("PK\x05\x06"), end]);
}

/** The set-up's way to a browser, on a machine where nothing is but what a test puts there. */

let machine: string;
let programs: string;
const servers: ReturnType<typeof createServer>[] = [];

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), "waypost-machine-"));
  programs = join(machine, "programs");
  mkdirSync(programs);
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(machine, { recursive: true, force: true, maxRetries: 5 });
});

/** Where Playwright downloads from; answers its address. */
async function downloadServer(answer: RequestListener): Promise<Downloads> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refusing: RequestListener = (_request, response) => {
  response.writeHead(404).end();
};

/** The path below its folder that Playwright starts Chromium from is its own affair: asked for, not guessed. */
function placeInDownload(): string {
  const script = `console.log(require("@playwright/test").chromium.executablePath())`;
  const place = execFileSync(nodeProgram, ["-e", script], {
    cwd: projectDir,
    encoding: "utf8",
    env: { PLAYWRIGHT_BROWSERS_PATH: join(machine, "browsers") },
  });
  const [, inside = ""] = /\/chromium-\d+\/(.+)\n$/.exec(place) ?? [];
  return inside;
}

function delivering(browser: string): RequestListener {
  const chromium = zipOf(placeInDownload(), `#!/bin/sh\n${browser}\n`);
  const ffmpeg = zipOf("ffmpeg-linux", "");
  return (request, response) => {
    const archive = request.url?.includes("ffmpeg") === true ? ffmpeg : chromium;
    response.writeHead(200, { "content-length": archive.length }).end(archive);
  };
}

/** A program of the machine; what it was called with lands in `calls`. */
function program(name: string, script: string): void {
  const file = join(programs, name);
  writeFileSync(file, `#!/bin/sh\necho "$*" >> "${join(machine, "calls")}"\n${script}\n`);
  chmodSync(file, 0o755);
}

function calls(): string[] {
  const file = join(machine, "calls");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

/** An apt-get that has one browser, which runs or doesn't. */
function aptGet(browser: string, name = "chromium-headless-shell"): void {
  const folder = join(machine, "usr/bin");
  const file = join(folder, name);
  program(
    "apt-get",
    `[ "$1" = install ] || exit 0
[ "$4" = ${name} ] || exit 100
/bin/mkdir -p ${folder}
printf '#!/bin/sh\\n${browser}\\n' > ${file}
/bin/chmod 755 ${file}`,
  );
}

/** The address of a download server, or that nothing may be downloaded. */
type Downloads = `http:${string}` | "off";

function environment(downloads: Downloads): Record<string, string> {
  return {
    PATH: programs,
    HOME: machine,
    TMPDIR: machine,
    WAYPOST_SYSTEM_ROOT: machine,
    PLAYWRIGHT_CHROMIUM_EXECUTABLE: "",
    PLAYWRIGHT_BROWSERS_PATH: join(machine, "browsers"),
    ...(downloads === "off"
      ? { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1" }
      : { PLAYWRIGHT_DOWNLOAD_HOST: downloads }),
  };
}

interface Bringing {
  readonly downloads: Downloads;
  readonly isSuperuser: boolean;
  /** Milliseconds. */
  readonly silenceLimit?: number;
}

/** What `npm test` does for a browser, with the account that a case is about. */
async function bring({ downloads, isSuperuser, silenceLimit = 60_000 }: Bringing) {
  const script = `
    import { ensureChromium, surroundings } from "./scripts/chromium.mjs";
    import { runScript } from "./scripts/say.mjs";
    await runScript(async () => {
      await ensureChromium({ ...surroundings(), isSuperuser: ${isSuperuser} }, ${silenceLimit});
      return 0;
    });`;
  const line = [nodeProgram, "--input-type=module", "--eval", script];
  return await runProgram(line, { environment: environment(downloads) }).exited;
}

const noneFetched =
  "waypost: the browser tests need a Chrome or Chromium and none could be fetched. Install one, " +
  "or name it: PLAYWRIGHT_CHROMIUM_EXECUTABLE=/path/to/chrome npm test\n";
const isGood = 'echo "Chromium 1"';

describe.skipIf(process.platform !== "linux")("a machine without a browser", () => {
  test("gets Playwright's; nobody is asked for more", async () => {
    aptGet(isGood);
    const downloads = await downloadServer(delivering(isGood));
    const exit = await bring({ downloads, isSuperuser: true });
    expect(exit.stderr).toMatch(/the browser tests use \S+\/browsers\/chromium-\d+\/\S+\.\n$/);
    expect([exit.code, calls()]).toEqual([0, []]);
  });

  test("where the download is refused: the system's, for who may install it", async () => {
    aptGet(isGood);
    const exit = await bring({ downloads: await downloadServer(refusing), isSuperuser: true });
    const shell = "chromium-headless-shell";
    expect(exit.stderr).toContain(`the browser tests use ${machine}/usr/bin/${shell}.\n`);
    expect(exit.code).toBe(0);
    expect(calls()).toEqual([
      "update",
      `install -y --no-install-recommends ${shell} fonts-liberation`,
    ]);
  });

  test("where the system has no browser without a window: its whole one", async () => {
    aptGet(isGood, "chromium");
    const exit = await bring({ downloads: "off", isSuperuser: true });
    expect(exit.stderr).toContain(`the browser tests use ${machine}/usr/bin/chromium.\n`);
    expect(exit.code).toBe(0);
    expect(calls().slice(2)).toEqual([
      "install -y --no-install-recommends chromium fonts-liberation",
    ]);
  });

  test("where nothing comes and the account may install nothing: says what to do", async () => {
    aptGet(isGood);
    const exit = await bring({ downloads: "off", isSuperuser: false });
    expect(exit.stderr.endsWith(noneFetched)).toBe(true);
    expect([exit.code, calls()]).toEqual([1, []]);
  });

  test("a download that stands still is given up, with all that it started", async () => {
    const downloads = await downloadServer(() => {});
    const exit = await bring({ downloads, isSuperuser: false, silenceLimit: 2_000 });
    expect(exit.stderr).toContain("waypost: nothing arrived for 2 s; gave that up.\n");
    expect([exit.code, exit.stderr.endsWith(noneFetched)]).toEqual([1, true]);
  });

  test("where what came lacks libraries: they are installed, or their command is said", async () => {
    const libraries = join(machine, "libraries");
    program("apt-get", `case "$*" in install*) echo > ${libraries};; esac`);
    writeFileSync(join(programs, "sh"), '#!/bin/sh\nexec /bin/sh "$@"\n', { mode: 0o755 });
    const downloads = await downloadServer(delivering(`[ -e ${libraries} ]`));
    const user = await bring({ downloads, isSuperuser: false });
    expect(user.stderr).toContain("sudo npx playwright install-deps chromium\n");
    expect([user.code, calls()]).toEqual([1, []]);
    const root = await bring({ downloads, isSuperuser: true });
    expect(root.stderr).toMatch(/the browser tests use \S+\/browsers\/chromium-\d+\/\S+\.\n$/);
    expect(root.code).toBe(0);
  });

  test("where nothing that came can start: says what to do", async () => {
    aptGet("exit 127");
    const exit = await bring({ downloads: "off", isSuperuser: true });
    expect([exit.code, exit.stderr.endsWith(noneFetched)]).toEqual([1, true]);
  });

  test("npm test's own set-up: from nothing to a browser", async () => {
    const downloads = await downloadServer(delivering(isGood));
    const line = [nodeProgram, "scripts/setup.mjs", "test"];
    const exit = await runProgram(line, { environment: environment(downloads) }).exited;
    expect(exit.stderr).toMatch(/the browser tests use \S+\/browsers\/chromium-\d+\/\S+\.\n$/);
    expect(exit.code).toBe(0);
  });
});
