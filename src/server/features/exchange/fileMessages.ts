import type { Message } from "../../../contract/messages/messages.ts";
import type { DateOrder } from "./read/cellValues.ts";
import type { Known, Plan } from "./read/detectFormat.ts";
import type { Format } from "./read/formats.ts";
import type { Row } from "./read/rows.ts";

/** The messages between the server and the thread that reads a file. */

/** Characters. The list of failed rows is all that the server needs the cells for. */
export const longestShownCell = 1000;

/** A row whose cells are cut, with the characters it had before. */
export type ReadRow = Row & { readonly characters: number };

export interface FileToRead {
  readonly path: string;
  /** The owner's name for the file. */
  readonly name: string;
  readonly format?: Format | undefined;
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
  readonly dates?: DateOrder | undefined;
}

/** What the server knows of a file; the plan stays in the thread. */
export type KnownFile = Omit<Known, "plan">;

/** How far the thread has read. */
export interface ReadState {
  readonly bytes: number;
  readonly dates: { readonly order: DateOrder | "unknown" } | null;
}

export type FileMessage =
  | {
      readonly is: "known";
      readonly known: KnownFile;
      readonly header: readonly string[];
      readonly fields: Plan["fields"];
    }
  | { readonly is: "rows"; readonly rows: readonly ReadRow[]; readonly state: ReadState }
  | { readonly is: "end" }
  | {
      readonly is: "unreadable";
      readonly said: Message;
      readonly line: number | null;
      readonly column: string | null;
    };
