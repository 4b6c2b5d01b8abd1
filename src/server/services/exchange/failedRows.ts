import type { FileHandle } from "node:fs/promises";
import { stringify } from "csv-stringify/sync";

/** The rows that didn't come, as they were, with their line and the reason, as they are met. */
export interface FailedRows {
  readonly count: number;
  add(line: number, cells: readonly string[], reason: string): void;
  /** Writes down what was added, where it has become much. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Characters that are held before they are written. */
const piece = 64 * 1024;

export function createFailedRows(file: FileHandle, header: readonly string[]): FailedRows {
  // Spreadsheets take a cell that begins so for a formula.
  const line = (cells: readonly string[]) => stringify([[...cells]], { escape_formulas: true });
  let text = line([...header, "line", "reason"]);
  let count = 0;

  async function write(): Promise<void> {
    const ready = text;
    text = "";
    await file.writeFile(ready);
  }

  return {
    get count() {
      return count;
    },
    add(at, cells, reason) {
      count += 1;
      const own = header.map((_, index) => cells[index] ?? "");
      text += line([...own, String(at), reason]);
    },
    async flush() {
      if (text.length >= piece) await write();
    },
    async close() {
      await write();
      await file.close();
    },
  };
}
