import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { send } from "../../../../support/server.ts";

const run = promisify(execFile);

/** A program that serves what was exported, on a port of its own. */
export interface Server {
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
export async function whereIs(name: string): Promise<string | null> {
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
  let said = "";
  const child: ChildProcess = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text: Buffer) => (said += text.toString()));
  }
  for (;;) {
    const isUp = await send(base, "/").then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
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

export async function startNginx(program: string, conf: string): Promise<Server> {
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

export async function startCaddy(
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

export async function startApache(
  program: string,
  files: ReadonlyMap<string, string>,
): Promise<Server> {
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
