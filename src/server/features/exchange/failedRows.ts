import type { FileHandle } from "node:fs/promises";
import type { Message } from "../../../contract/messages/messages.ts";
import type { Row } from "./read/rows.ts";
import { longestShownCell } from "./openImport.ts";
import { strangersCsvLines } from "./write/csvLines.ts";

type FailedRow = Pick<Row, "line" | "cells">;

export type Failure = Message & { readonly line: number; readonly column: string | null };

/** The rows that didn't come, as they were, with their line and the reason, as they are met. */
export interface FailedRows {
  /** The failure as it is told of, with the column that the message is about, where there is one. */
  add(row: FailedRow, column: string | null, problem: Message): Failure;
  /** Writes down what was added, where it has become much. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Characters that are held before they are written. */
const piece = 64 * 1024;

/** @param most bytes of the list; it says how many rows are not in it */
export function createFailedRows(
  file: FileHandle,
  header: readonly string[],
  most: number,
): FailedRows {
  const line = (cells: readonly string[]) =>
    strangersCsvLines([cells.map((cell) => cell.slice(0, longestShownCell))]);
  let text = line([...header, "line", "reason"]);
  let bytes = Buffer.byteLength(text);
  let left = 0;

  async function write(): Promise<void> {
    const ready = text;
    text = "";
    await file.writeFile(ready);
  }

  function written(at: string, cells: readonly string[], reason: string): string {
    return line([...header.map((_, index) => cells[index] ?? ""), at, reason]);
  }

  return {
    add({ line: at, cells }, column, problem) {
      const reason = sentenceOf(column, problem.message);
      const own = left > 0 ? "" : written(String(at), cells, reason);
      bytes += Buffer.byteLength(own);
      if (bytes > most) left += 1;
      else text += own;
      return { ...problem, line: at, column, message: reason };
    },
    async flush() {
      if (text.length >= piece) await write();
    },
    async close() {
      if (left > 0) {
        text += written("", [], `${left} more rows weren't imported. This list is full.`);
      }
      try {
        await write();
      } finally {
        await file.close();
      }
    },
  };
}

/** A sentence about a column's value. */
function sentenceOf(column: string | null, message: string): string {
  if (column === null) return message;
  return /^\p{Lu}/u.test(message) ? `${column}: ${message}` : `${column} ${message}`;
}
