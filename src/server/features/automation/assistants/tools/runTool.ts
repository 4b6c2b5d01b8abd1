import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool as Listed,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { nearest } from "../../../../../contract/nearest.ts";
import { faultsOf } from "../../../../../contract/schemaFaults.ts";
import { errorStack } from "../../../../../util/errorText.ts";
import type { App } from "../../../../common/context.ts";
import { HttpFailure } from "../../../../api/failures.ts";
import { Busy, Conflict, Forbidden, Invalid, NotFound } from "../../../../common/problems.ts";
import type { KeyRecord } from "../../../../store/keyFile.ts";
import type { CallOperation } from "../../callOperation.ts";
import { readTools } from "./readTools.ts";
import { runWrite, writeOutput } from "./runWrite.ts";
import type { Tool } from "./tool.ts";
import { untrusted } from "./untrusted.ts";
import { writeTools } from "./writeTools.ts";

export type ToolParts = Pick<App, "apiKeys" | "pendingChanges" | "log"> & {
  readonly call: CallOperation;
};

/** In the order in which assistants see them. */
const tools: Readonly<Record<string, Tool>> = { ...readTools, ...writeTools };

function toolsFor({ level }: KeyRecord): [name: string, tool: Tool][] {
  return Object.entries(tools).filter(([, { kind }]) => level !== "read" || kind === "read");
}

function objectSchema(schema: z.ZodObject, io: "input" | "output"): Listed["inputSchema"] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schema is JSON, and this one of an object
  return rest as unknown as Listed["inputSchema"];
}

/** What an assistant with this key may call; the others don't exist for it. */
export function listedTools(record: KeyRecord): Listed[] {
  return toolsFor(record).map(([name, tool]) => ({
    name,
    title: tool.title,
    description:
      tool.kind === "write" && record.level === "suggest"
        ? `${tool.description} The change waits until it's accepted in Waypost.`
        : tool.description,
    inputSchema: objectSchema(tool.input, "input"),
    outputSchema: objectSchema(tool.kind === "read" ? tool.output : writeOutput, "output"),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.kind === "read",
      destructiveHint: tool.kind === "write" && tool.isDestructive === true,
      openWorldHint: false,
    },
  }));
}

/** Names what isn't an argument, and what was probably meant. */
function unknownArguments(given: object, { input }: Tool): string | null {
  const known = Object.keys(input.shape);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  return unknown
    .slice(0, 10)
    .map((name) => {
      const meant = nearest(name.slice(0, 100), known);
      const shown = untrusted(name).slice(0, 100);
      return `"${shown}" isn't an argument.${meant === undefined ? "" : ` Did you mean "${meant}"?`}`;
    })
    .join(" ");
}

function refusal(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** What a caller did wrong, in a sentence; undefined: it's no fault of theirs. */
function sentenceOf(error: unknown): string | undefined {
  const isKnown = [Invalid, NotFound, Conflict, Forbidden, Busy, HttpFailure].some(
    (kind) => error instanceof kind,
  );
  return isKnown && error instanceof Error ? error.message : undefined;
}

export async function runTool(
  parts: ToolParts,
  record: KeyRecord,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const found = toolsFor(record).find(([one]) => one === name);
  if (found === undefined) {
    const shown = untrusted(name).slice(0, 100);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${shown}".`);
  }
  const [, tool] = found;
  const unknown = unknownArguments(given, tool);
  if (unknown !== null) return refusal(unknown);
  const parsed = tool.input.safeParse(given);
  if (!parsed.success) {
    const faults = Object.entries(faultsOf(parsed.error, given));
    return refusal(`${faults.map(([field, { detail }]) => `${field} ${detail}`).join("; ")}.`);
  }
  try {
    const context = { call: parts.call, record };
    const structuredContent = {
      ...(tool.kind === "read"
        ? tool.output.parse(await tool.run(parsed.data, context))
        : writeOutput.parse(
            await runWrite(parts, context, {
              tool: name,
              asked: await tool.asked(parsed.data, context),
              isDry: parsed.data["dry_run"] === true,
            }),
          )),
    };
    return {
      content: [{ type: "text", text: JSON.stringify(structuredContent) }],
      structuredContent,
    };
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) parts.log(`The tool ${name} failed: ${errorStack(error)}`);
    parts.apiKeys.failed(record.id, sentence === undefined ? "unexpected" : "invalid");
    return refusal(untrusted(sentence ?? "Something went wrong in the server."));
  }
}
