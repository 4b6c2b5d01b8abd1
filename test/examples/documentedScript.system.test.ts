import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../support/server.ts";

/** Requests a minute. */
const limit = 6;

/** What the script asks of jq. */
const jq = `#!${process.execPath}
const [flag, , , url] = process.argv.slice(2);
if (flag === "-n") console.log(JSON.stringify({ url, reuse: true }));
else process.stdin.on("data", (body) => console.log(JSON.parse(body).shorturl ?? null));
`;

test.skipIf(process.platform === "win32")(
  "the script of docs/cli.md waits out the rate limit, and makes no link a second time",
  async () => {
    let now = Date.UTC(2026, 5, 1, 12);
    const server = await startTestServer({
      clock: () => now,
      settings: { rateLimit: String(limit) },
    });
    const folder = mkdtempSync(join(tmpdir(), "waypost-script-"));
    onTestFinished(async () => {
      rmSync(folder, { recursive: true });
      await server.stop();
    });
    const text = readFileSync(join(import.meta.dirname, "../../docs/cli.md"), "utf8");
    const script = /^while read[^]*?^done .*$/m.exec(text)?.[0] ?? "";
    const addresses = Array.from({ length: 4 }, (_, at) => `https://example.com/${at}`);
    writeFileSync(join(folder, "urls.txt"), `${addresses.join("\n")}\n`);
    writeFileSync(join(folder, "jq"), jq, { mode: 0o755 });

    async function run(): Promise<string[]> {
      const here = script.replace("http://127.0.0.1:4080", server.baseUrl);
      const child = spawn("bash", ["-c", here], {
        cwd: folder,
        env: {
          ...process.env,
          PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}`,
          WAYPOST_KEY: server.apiKey,
        },
      });
      let printed = "";
      child.stdout.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
      const [code] = await once(child, "close");
      expect(code).toBe(0);
      return printed.trimEnd().split("\n");
    }

    // The minute's requests are used up a second before its end.
    await server.api("GET", "/api/account");
    now += 59_000;
    for (let used = 1; used < limit; used += 1) await server.api("GET", "/api/account");
    expect((await server.api("GET", "/api/account")).status).toBe(429);
    const clock = setInterval(() => (now += 500), 200);
    onTestFinished(() => clearInterval(clock));
    const first = await run();
    expect(first).toHaveLength(addresses.length);
    expect(first.every((line) => line.startsWith(`${server.shortBase}/`))).toBe(true);
    now += 60_000;
    expect(await run()).toEqual(first);
    const { body } = await server.api("GET", "/api/urls", undefined, server.localKey);
    expect(body.data.result).toBe(addresses.length);
  },
);
