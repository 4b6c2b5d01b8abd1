import type { importOperations } from "../../../contract/changes/imports.ts";
import type { InputOf } from "../../../contract/operation.ts";
import type { Reading } from "./read/read.ts";
import type { Message } from "../../../contract/messages/messages.ts";
import type { DateOrder } from "./read/cellValues.ts";
import type { DetectedFormat, Plan } from "./read/detectFormat.ts";
import type { Row } from "./read/rows.ts";

/** The messages between the server and the thread that reads a file. */

/** Characters. The list of failed rows is all that the server needs the cells for. */
export const longestShownCell = 1000;

/** A row whose cells are cut, with the characters it had before. */
export type ReadRow = Row & { readonly characters: number };

/** What the server knows of a file; the plan stays in the thread. */
type DetectedFile = Omit<DetectedFormat, "plan">;

/** How far the thread has read. */
export interface ReadState {
  readonly bytes: number;
  readonly dates: { readonly order: DateOrder | "unknown" } | null;
}

export type FileMessage =
  | {
      readonly is: "known";
      readonly known: DetectedFile;
      readonly header: readonly string[];
      readonly fields: Plan["fields"];
    }
  | { readonly is: "rows"; readonly rows: readonly ReadRow[]; readonly state: ReadState }
  | { readonly is: "end" }
  | {
      readonly is: "unreadable";
      readonly reason: Message;
      readonly line: number | null;
      readonly column: string | null;
    };

/** How a file is read; what is absent is as it looks. */
export type ReadingChoice = Omit<InputOf<typeof importOperations.previewImport>["body"], "wait">;

export interface FileToRead extends Pick<ReadingChoice, "format" | "dates"> {
  readonly path: string;
  /** The owner's name for the file. */
  readonly name: string;
  /** Column → field; null leaves the column out. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
}

/** The same as the thread reads it. */
export interface OpenReading extends Omit<Reading, "rows"> {
  readonly rows: AsyncIterable<ReadRow>;
}

/** A file, and how it is read. */
export interface OpenImport {
  readonly known: DetectedFile;
  readonly reading: OpenReading;
  /** That have been read. */
  readonly bytes: () => number;
}

/** The column that a field of a link is read from, to tell where a fault is. */
export function columnOf(reading: Pick<Reading, "columnOf">, field: string | null): string | null {
  if (field === "url") return reading.columnOf("url");
  return field === "custom" ? (reading.columnOf("custom") ?? reading.columnOf("short")) : null;
}
