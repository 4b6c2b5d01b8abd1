import { type AuthInfo, Server } from "@modelcontextprotocol/server";
import { assistantInstructions } from "../../../../contract/server/automation/assistants.ts";
import type { App } from "../../../common/context.ts";
import type { KeyRecord } from "../../../store/keyFile.ts";
import { listedTools, runTool, type ToolParts } from "./tools/runTool.ts";

export type ServerParts = ToolParts & Pick<App, "settings" | "version">;

function recordOf(authInfo: AuthInfo | undefined): KeyRecord {
  // The endpoint puts it there, and answers nobody without one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const record = authInfo?.extra?.["record"] as KeyRecord | undefined;
  if (record === undefined) throw new Error("An assistant came in without a key.");
  return record;
}

/** A server for one request of an assistant. */
export function createAssistantServer(parts: ServerParts, authInfo: AuthInfo | undefined): Server {
  const record = recordOf(authInfo);
  const server = new Server(
    { name: "waypost", title: "Waypost", version: parts.version },
    { capabilities: { tools: {} }, instructions: assistantInstructions },
  );
  server.setRequestHandler("tools/list", () => ({ tools: listedTools(record) }));
  server.setRequestHandler("tools/call", async ({ params }) =>
    runTool(parts, record, params.name, params.arguments ?? {}),
  );
  return server;
}
