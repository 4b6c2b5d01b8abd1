import { afterAll, beforeAll, expect, test } from "vitest";
import { exported, unzipped } from "../../../../support/exporting.ts";
import {
  type Asked,
  brandHost,
  type LeavingLinks,
  ownHost,
  startLeavingLinks,
} from "../../../../support/leavingLinks.ts";
import { send } from "../../../../support/server.ts";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A program that serves what was exported, on a port of its own. */
interface Server {
  readonly base: string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Where a program is, or null; on Debian those of the system aren't in everybody's path. */
async function whereIs(name: string): Promise<string | null> {
  for (const place of [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"]) {
    const path = join(place, name);
    if (place !== "" && existsSync(path)) return path;
  }
  return null;
}

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "waypost-server-"));
  // Started by root, Apache reads as somebody else.
  await chmod(dir, 0o755);
  return dir;
}

async function started(
  program: string,
  args: readonly string[],
  { dir, port }: { readonly dir: string; readonly port: number },
): Promise<Server> {
  const base = `http://127.0.0.1:${port}`;
  let output = "";
  const child: ChildProcess = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text: Buffer) => (output += text.toString()));
  }
  for (;;) {
    const isUp = await send(base, "/").then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return {
    base,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function startNginx(program: string, conf: string): Promise<Server> {
  const dir = await folder();
  const port = await freePort();
  const aside = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join(" ");
  await writeFile(
    join(dir, "waypost.conf"),
    conf.replaceAll("listen 80;", `listen 127.0.0.1:${port};`),
  );
  await writeFile(
    join(dir, "nginx.conf"),
    `daemon off; master_process off; pid ${dir}/pid; error_log ${dir}/errors;
events {}
http { access_log off; ${aside} large_client_header_buffers 4 32k; include ${dir}/waypost.conf; }
`,
  );
  await run(program, ["-t", "-q", "-e", join(dir, "errors"), "-c", join(dir, "nginx.conf")]);
  return started(program, ["-e", join(dir, "errors"), "-c", join(dir, "nginx.conf")], {
    dir,
    port,
  });
}

async function startCaddy(
  program: string,
  caddyfile: string,
  hosts: readonly string[],
): Promise<Server> {
  const dir = await folder();
  const port = await freePort();
  const plain = hosts.reduce(
    (text, host) => text.replace(`\n${host} {\n`, `\nhttp://${host}:${port} {\n`),
    caddyfile,
  );
  const file = join(dir, "Caddyfile");
  await writeFile(file, `{\n  admin off\n  auto_https off\n  default_bind 127.0.0.1\n}\n${plain}`);
  return started(program, ["run", "--config", file, "--adapter", "caddyfile"], { dir, port });
}

/** Where a Debian, a Fedora and a macOS have the modules that aren't built in. */
const moduleFolders = [
  "/usr/lib/apache2/modules",
  "/usr/lib64/httpd/modules",
  "/usr/libexec/apache2",
  "/opt/homebrew/opt/httpd/lib/httpd/modules",
];

async function startApache(program: string, files: ReadonlyMap<string, string>): Promise<Server> {
  const dir = await folder();
  const port = await freePort();
  await mkdir(join(dir, "waypost"));
  for (const [name, text] of files) {
    await writeFile(
      join(dir, name),
      text
        .replace("Define WAYPOST /etc/apache2/waypost", `Define WAYPOST "${dir}/waypost"`)
        .replaceAll("*:80>", `127.0.0.1:${port}>`),
    );
  }
  const modules = moduleFolders.find((path) => existsSync(path)) ?? "";
  const loaded = ["mpm_event", "mpm_prefork", "unixd", "authz_core", "rewrite", "headers"]
    .filter((name) => existsSync(join(modules, `mod_${name}.so`)))
    .filter((name, _, all) => name !== "mpm_prefork" || !all.includes("mpm_event"))
    .map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`);
  const isRoot = process.getuid?.() === 0;
  await writeFile(
    join(dir, "httpd.conf"),
    `ServerRoot "${dir}"
PidFile "${dir}/pid"
ErrorLog "${dir}/errors"
Mutex default:${dir}
Listen 127.0.0.1:${port}
LimitRequestLine 32000
ServerName localhost
${loaded.join("\n")}
${isRoot ? "User nobody\nGroup nogroup" : ""}
Include "${dir}/waypost/waypost.conf"
`,
  );
  return started(program, ["-f", join(dir, "httpd.conf"), "-DFOREGROUND"], { dir, port });
}

let leaving: LeavingLinks;
beforeAll(async () => {
  leaving = await startLeavingLinks();
});
afterAll(() => leaving.stop());

const all = { what: "links", select: { all: true } };

interface Program {
  readonly name: string;
  /** What else it is called. */
  readonly also?: string;
  readonly start: (program: string) => Promise<Server>;
  /** An address as far as the program can say it. */
  readonly asFar?: (address: string) => string;
}

const programs: readonly Program[] = [
  {
    name: "nginx",
    async start(program) {
      const { text } = await exported(leaving.server, { ...all, format: "nginx" });
      return startNginx(program, text);
    },
  },
  {
    name: "caddy",
    async start(program) {
      const { text } = await exported(leaving.server, { ...all, format: "caddy" });
      return startCaddy(program, text, [ownHost, brandHost]);
    },
  },
  {
    name: "apache2",
    also: "httpd",
    async start(program) {
      const { bytes } = await exported(leaving.server, { ...all, format: "apache" });
      return startApache(program, await unzipped(bytes));
    },
    asFar: (address) => address.replace(/[?&]$/, ""),
  },
];

/** A visit and what came of it, in words. */
function said({ host, path }: Asked, status: number, to: string | undefined): string {
  return `${host}${path}: ${status} ${to ?? "nowhere"}`;
}

/** As it has to be elsewhere: what Waypost shows instead of leading on is unknown there. */
async function asWaypostAnswers(asked: Asked, asFar = (address: string) => address) {
  const { status, to } = await leaving.answer(asked);
  return said(asked, status === 302 ? 302 : 404, to === undefined ? undefined : asFar(to));
}

async function asServed(server: Server, asked: Asked): Promise<string> {
  const { status, headers } = await send(server.base, asked.path, {
    headers: { host: asked.host },
  });
  return said(asked, status, headers.location);
}

test.for(programs)("$name leads on as Waypost does", async (way, { skip }) => {
  const { name, also = name, asFar } = way;
  const program = (await whereIs(name)) ?? (await whereIs(also));
  skip(program === null, `${name} is not installed`);
  const server = await way.start(program ?? "");
  const here: string[] = [];
  const there: string[] = [];
  try {
    for (const asked of leaving.visits) {
      here.push(await asWaypostAnswers(asked, asFar));
      there.push(await asServed(server, asked));
    }
  } finally {
    await server.stop();
  }
  expect(there).toEqual(here);
});

test("there are two hundred visits, most of which lead on", async () => {
  const answers = await Promise.all(leaving.visits.map((asked) => leaving.answer(asked)));
  expect(answers.length).toBeGreaterThanOrEqual(200);
  expect(answers.filter(({ status }) => status === 302).length).toBeGreaterThan(150);
});
