import { assistantInstructions } from "../../contract/server/automation/assistants.ts";
import { isObject } from "../../util/isObject.ts";
import { packageVersion } from "../../app/local.ts";
import { wrongUse } from "../failures.ts";
import { runningService } from "../service/runningService.ts";
import type { AddCommand, Context } from "./command.ts";

const keyName = "WAYPOST_KEY";

/** The last revision of the protocol in which a request needs nothing but its own message. */
const revision = "2025-11-25";

interface Forwarded {
  readonly method: string;
  readonly params?: object | undefined;
}

/** The one message of an answer, which may come as a stream of events. */
function messageIn(text: string): unknown {
  const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "{}");
  return JSON.parse(json);
}

/** Hands requests of an assistant to the server that runs at the moment. */
function createForward({ flags, typed }: Context, key: string) {
  let number = 0;
  return async ({ method, params }: Forwarded): Promise<Record<string, unknown>> => {
    // Found each time: Waypost may have been started again since.
    const service = runningService(flags.data, typed);
    number += 1;
    const response = await service.post("/mcp", {
      body: JSON.stringify({ jsonrpc: "2.0", id: number, method, params }),
      headers: {
        authorization: `Bearer ${key}`,
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": revision,
      },
    });
    // Then it's an address like any other, which may be a link.
    if (!/json|event-stream/.test(response.headers.get("content-type") ?? "")) {
      throw new Error(
        `Assistants aren't turned on. To turn them on: ${typed("settings set automation.assistants true")}`,
      );
    }
    const message = messageIn(await response.text());
    if (isObject(message) && isObject(message["result"])) return message["result"];
    const error = isObject(message) ? message["error"] : undefined;
    const text = isObject(error) ? error["message"] : undefined;
    throw new Error(typeof text === "string" ? text : `The server answered ${response.status}.`);
  };
}

export function addMcp(add: AddCommand): void {
  add({
    usage: "mcp",
    summary: "Connect an assistant to the running server (MCP on standard input)",
    description: `Connect an assistant to the running server: MCP on standard input and output. The command reads the key from ${keyName}.`,
    async run(context) {
      const key = process.env[keyName] ?? "";
      if (key === "") {
        const how = context.typed('key add "My assistant" --scope assistant');
        throw wrongUse(`Set ${keyName} to a key for assistants. To create one: ${how}`);
      }
      const [{ Server }, { serveStdio }] = await Promise.all([
        import("@modelcontextprotocol/server"),
        import("@modelcontextprotocol/server/stdio"),
      ]);
      const forward = createForward(context, key);
      const isClosed = new Promise<void>((resolve) => process.stdin.once("end", resolve));
      const serving = serveStdio(() => {
        const server = new Server(
          { name: "waypost", title: "Waypost", version: packageVersion() },
          { capabilities: { tools: {} }, instructions: assistantInstructions },
        );
        for (const method of ["tools/list", "tools/call"] as const) {
          server.setRequestHandler(method, async ({ params }) => {
            const answered = await forward({ method, params });
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's own library made it
            return answered as never;
          });
        }
        return server;
      });
      await isClosed;
      await serving.close();
    },
  });
}
