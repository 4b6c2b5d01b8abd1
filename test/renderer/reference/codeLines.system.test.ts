import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CodeLanguage, codeLines } from "../../../src/renderer/reference/codeLines.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Interpreter {
  readonly language: CodeLanguage;
  /** What must be on this computer; Windows has no `sh`, and not everyone has Python. */
  readonly needs: string;
  readonly command: string;
  readonly flags: readonly string[];
}

const interpreters: readonly Interpreter[] = [
  { language: "curl", needs: "curl", command: "sh", flags: ["-c"] },
  {
    language: "javascript",
    needs: process.execPath,
    command: process.execPath,
    flags: ["--input-type=module", "-e"],
  },
  { language: "python", needs: "python3", command: "python3", flags: ["-c"] },
];

function isThere(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

/** Texts that a shell, JavaScript and Python would each read in a way of their own. */
const title = `It's "$(id)" \`id\` \\ \${HOME} !! %s بهار 🌱`;
const description = "line one\nline two";

for (const { language, needs, command, flags } of interpreters)
  test.skipIf(!isThere(needs))(`${language}: the lines work as they are`, async () => {
    const run = async (method: string, place: string, body: Record<string, unknown> | null) => {
      const address = server.baseUrl + place;
      const lines = codeLines(language, { method, address, key: server.apiKey, body });
      const child = spawn(command, [...flags, lines], { stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      child.stdout.setEncoding("utf8").on("data", (piece: string) => (said += piece));
      child.stderr.setEncoding("utf8").on("data", (piece: string) => (said += piece));
      await once(child, "close");
      return said;
    };
    const custom = `made-by-${language}`;
    const made = await run("POST", "/api/url/add", {
      url: 'https://example.org/?it\'s="$(id)"',
      custom,
      metatitle: title,
      description,
      parameters: [{ name: "a&b", value: "'" }],
    });
    expect(made).toContain(custom);
    const { body } = await server.api("GET", `/api/urls?short=${custom}`);
    expect(body.details).toMatchObject({
      title,
      description,
      parameters: [{ name: "a&b", value: "'" }],
    });
    expect(await run("GET", `/api/urls?q=${custom}`, null)).toContain(custom);
    expect(await run("DELETE", "/api/url/999/delete", null)).toContain("Link does not exist.");
  });
