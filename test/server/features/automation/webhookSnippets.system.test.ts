import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import {
  type SnippetLanguage,
  webhookSnippets,
} from "../../../../src/contract/server/automation/webhookSnippets.ts";
import { nodeProgram } from "../../../support/serviceProcess.ts";

/** How each is run on this computer; null: its program isn't there. */
const programs: Readonly<Record<SnippetLanguage, readonly [name: string, file: string]>> = {
  node: [nodeProgram, "receiver.mjs"],
  python: ["python3", "receiver.py"],
  php: ["php", "receiver.php"],
};

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("snippet", () => {
  for (const language of ["node", "python", "php"] as const) {
    const [program, file] = programs[language];

    test.runIf(isThere(program))(`in ${language} takes signed events, and no others`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "waypost-snippet-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      writeFileSync(join(folder, file), webhookSnippets[language]);
      const port = await freePort();
      const secret = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
      const line = language === "php" ? ["-S", `127.0.0.1:${port}`, file] : [file];
      const child = spawn(program, line, {
        cwd: folder,
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));

      const body = JSON.stringify({ type: "test", data: { name: "سلام" } });
      const signed = (key: string, at: number) => ({
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(at / 1000)),
        "webhook-signature": `v1,unknown ${new Webhook(key).sign("msg_1", new Date(at), body)}`,
      });
      const post = async (headers: Readonly<Record<string, string>>, sent = body) => {
        const url = `http://127.0.0.1:${port}/`;
        return (await fetch(url, { method: "POST", headers, body: sent })).status;
      };
      const now = Date.now();
      await vi.waitFor(async () => expect(await post(signed(secret, now))).toBe(204), 30_000);
      const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
      expect(await post(signed(other, now))).toBe(401);
      expect(await post(signed(secret, now - 6 * 60_000))).toBe(401);
      expect(await post(signed(secret, now), `${body} `)).toBe(401);
      expect(await post({})).toBe(401);
      // PHP's own server prints everything elsewhere.
      const printed = language === "php" ? "" : "test";
      await vi.waitFor(() => expect(output).toContain(printed), 30_000);
    });
  }
});
