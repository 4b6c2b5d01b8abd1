import { expect, test } from "vitest";
import { assistantSnippets } from "../../../../src/renderer/features/automation/assistantSnippets.ts";

const service = {
  baseUrl: "http://127.0.0.1:4080",
  dataDir: String.raw`C:\Users\Ada "A" L\.data`,
  program: [String.raw`C:\Program Files\Waypost\waypost.exe`, "cli.js"],
};
const args = ["cli.js", "mcp", "--data", service.dataDir];
const env = { WAYPOST_KEY: "secret" };
const [command] = service.program;
const all = assistantSnippets(service, "secret");

function textFor(name: string): string {
  const found = all.find(({ of }) => ("name" in of ? of.name : of.other) === name);
  return found?.text ?? "";
}

test.each(["Claude Desktop", "Cursor", "Gemini CLI", "command"])(
  "the configuration for %s starts waypost mcp with the key",
  (name) => {
    expect(JSON.parse(textFor(name))).toEqual({ mcpServers: { waypost: { command, args, env } } });
  },
);

test("the configuration for VS Code has its own form", () => {
  expect(JSON.parse(textFor("VS Code"))).toEqual({
    servers: { waypost: { type: "stdio", command, args, env } },
  });
});

test("the configuration for Codex is a table of TOML", () => {
  expect(textFor("Codex")).toBe(
    [
      "[mcp_servers.waypost]",
      String.raw`command = "C:\\Program Files\\Waypost\\waypost.exe"`,
      String.raw`args = ["cli.js","mcp","--data","C:\\Users\\Ada \"A\" L\\.data"]`,
      'env = { WAYPOST_KEY = "secret" }',
    ].join("\n"),
  );
});

test("assistants that connect to a URL get it with the key", () => {
  expect(textFor("Claude Code")).toBe(
    'claude mcp add --transport http waypost http://127.0.0.1:4080/mcp --header "Authorization: Bearer secret"',
  );
  expect(JSON.parse(textFor("address")).mcpServers.waypost).toEqual({
    type: "http",
    url: "http://127.0.0.1:4080/mcp",
    headers: { Authorization: "Bearer secret" },
  });
});
