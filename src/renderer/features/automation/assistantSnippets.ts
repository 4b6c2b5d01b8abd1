import type { ServiceState } from "../../../contract/server/service.ts";

/** What is pasted for one assistant, and where. */
export interface AssistantSnippet {
  /** What the assistant calls itself, or how any other one connects. */
  readonly of: { readonly name: string } | { readonly other: "command" | "address" };
  /** Where it is pasted. */
  readonly place: "terminal" | "file" | "desktop" | "servers";
  readonly file?: string;
  readonly text: string;
}

const json = (value: object) => JSON.stringify(value, undefined, 2);

/** How the usual assistants are told of Waypost, with a key. */
export function assistantSnippets(
  {
    baseUrl,
    dataDir,
    program: [command, ...words],
  }: Pick<ServiceState, "baseUrl" | "dataDir" | "program">,
  key: string,
): readonly AssistantSnippet[] {
  const args = [...words, "mcp", "--data", dataDir];
  const started = { command, args, env: { WAYPOST_KEY: key } };
  const servers = json({ mcpServers: { waypost: started } });
  const url = `${baseUrl}/mcp`;
  const authorization = `Bearer ${key}`;
  // Strings and lists of JSON are TOML, too.
  const toml = [
    "[mcp_servers.waypost]",
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    `env = { WAYPOST_KEY = ${JSON.stringify(key)} }`,
  ].join("\n");
  return [
    {
      of: { name: "Claude Code" },
      place: "terminal",
      text: `claude mcp add --transport http waypost ${url} --header "Authorization: ${authorization}"`,
    },
    {
      of: { name: "Claude Desktop" },
      place: "desktop",
      file: "claude_desktop_config.json",
      text: servers,
    },
    { of: { name: "Codex" }, place: "file", file: "~/.codex/config.toml", text: toml },
    { of: { name: "Cursor" }, place: "file", file: "~/.cursor/mcp.json", text: servers },
    { of: { name: "Gemini CLI" }, place: "file", file: "~/.gemini/settings.json", text: servers },
    {
      of: { name: "VS Code" },
      place: "file",
      file: "mcp.json",
      text: json({ servers: { waypost: { type: "stdio", ...started } } }),
    },
    { of: { other: "command" }, place: "servers", text: servers },
    {
      of: { other: "address" },
      place: "servers",
      text: json({
        mcpServers: {
          waypost: { type: "http", url, headers: { Authorization: authorization } },
        },
      }),
    },
  ];
}
