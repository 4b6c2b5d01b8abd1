import type { TestServer } from "./server.ts";

/** Calls a tool as an assistant does; answers what it is told. */
export async function callTool(
  { baseUrl }: Pick<TestServer, "baseUrl">,
  key: string,
  name: string,
  given: object,
): Promise<string> {
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: given },
    }),
  });
  return answer.text();
}

/** A new assistant; answers what its tools answer. */
export async function startAssistant(
  server: TestServer,
  level: "suggest" | "write",
  name: string = level,
) {
  const body = { name, scope: "assistant", level };
  const { key } = (await server.api("POST", "/api/key/add", body, server.localKey)).body;
  return async (tool: string, given: object) => {
    const text = await callTool(server, key, tool, given);
    const line = text.split("\n").find((one) => one.includes('"result"')) ?? "";
    return JSON.parse(line.replace(/^data: /, "")).result.structuredContent;
  };
}
