import { z } from "zod";
import type { ChangeSet } from "../../../../../contract/changes/changes.ts";
import type { AskedOperation } from "../../../../../contract/server/automation/assistants.ts";
import type { CallOperation } from "../../callOperation.ts";
import type { KeyRecord } from "../../../../store/keyFile.ts";

/** Links that one call changes, at most. */
export const mostLinks = 100;

/** What a tool works with. */
export interface ToolContext {
  readonly call: CallOperation;
  readonly record: KeyRecord;
}

/** A write that is asked for: an operation and its input. */
export interface Asked {
  readonly operation: AskedOperation;
  readonly params?: Readonly<Record<string, number>> | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

interface About<Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
}

/** Only looks. */
export interface ReadTool<Input extends z.ZodObject = z.ZodObject> extends About<Input> {
  readonly kind: "read";
  readonly output: z.ZodObject;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<object>;
}

/** Says which write it stands for; all of them are previewed, kept or done alike. */
export interface WriteTool<Input extends z.ZodObject = z.ZodObject> extends About<Input> {
  readonly kind: "write";
  readonly isDestructive?: true;
  readonly asked: (input: z.output<Input>, context: ToolContext) => Asked | Promise<Asked>;
}

export type Tool = ReadTool | WriteTool;

// The table of tools holds inputs of all shapes; each tool gets what its own schema has parsed.
export function readTool<Input extends z.ZodObject>(tool: Omit<ReadTool<Input>, "kind">): ReadTool {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { kind: "read", ...tool } as unknown as ReadTool;
}

export function writeTool<Input extends z.ZodObject>(
  tool: Omit<WriteTool<Input>, "kind">,
): WriteTool {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { kind: "write", ...tool } as unknown as WriteTool;
}

/** Whether a change is to what assistants work with, and to nothing else. */
export function isWithinReach({ records }: Pick<ChangeSet, "records">): boolean {
  return records.every(({ kind }) => kind === "links" || kind === "qr");
}

export const linkId = z.int().positive().describe("ID of the link");
export const moment = z
  .string()
  .max(40)
  .describe("Date and time, such as 2026-12-31 or 2026-12-31T18:00:00Z");
export const limit = z.int().min(1).max(50).optional().describe("Maximum number. Defaults to 20");
export const usualLimit = 20;
