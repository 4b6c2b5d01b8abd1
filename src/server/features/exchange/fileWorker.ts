import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { type FileMessage, type FileToRead, longestShownCell, type ReadRow } from "./openImport.ts";
import { detectFormat } from "./read/detectFormat.ts";
import { read } from "./read/read.ts";
import { longestShownName, type Row } from "./read/rows.ts";
import { Unreadable } from "./read/unreadable.ts";

/** Bytes from the start of the file that decide its format. */
const headBytes = 256 * 1024;
/** Bytes read at once. */
const pieceBytes = 16 * 1024;
/** Limits of one batch: parsing it takes the server's thread a millisecond or two. */
const batchCharacters = 64 * 1024;
const batchRows = 100;
/** Batches that may wait unread, so that neither thread waits for the other. */
const mostAhead = 3;

const turns = { credit: 0, wake: (): void => undefined };

/** JSON, because parsing it is faster than a structured clone of the same rows. */
async function send(message: string): Promise<void> {
  while (turns.credit === 0) {
    await new Promise<void>((resolve) => {
      turns.wake = resolve;
    });
  }
  turns.credit -= 1;
  parentPort?.postMessage(message, []);
}

const post = (message: FileMessage) => send(JSON.stringify(message));

async function headOf(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readFile({ path, name, format, mapping, dates }: FileToRead): Promise<void> {
  const { plan, ...known } = await detectFormat(await headOf(path), {
    name,
    ...(format !== undefined && { format }),
    ...(mapping !== undefined && { mapping }),
  });
  let bytes = 0;
  async function* counted(): AsyncIterable<Uint8Array> {
    let own = 0;
    for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
      own += piece.length;
      bytes = Math.max(bytes, own);
      yield piece;
    }
  }
  const reading = read(counted, { ...known, plan }, dates === undefined ? {} : { dates });
  const header = reading.header.map((column) => column.slice(0, longestShownName));
  await post({ is: "known", known, header, fields: plan.fields });

  const shown = (row: Row): ReadRow => ({
    ...row,
    ...(row.kind === "invalid" && { column: row.column?.slice(0, longestShownName) ?? null }),
    // Without the empty cells at the end, which cost as much as others on their way.
    cells: row.cells
      .slice(0, Math.min(header.length, row.cells.findLastIndex((cell) => cell !== "") + 1))
      .map((cell) => cell.slice(0, longestShownCell)),
    characters: row.cells.reduce((sum, { length }) => sum + length, 0),
  });
  let rows: string[] = [];
  let characters = 0;
  const batch = () => {
    const state = JSON.stringify({ bytes, dates: reading.dates() });
    const text = `{"is":"rows","rows":[${rows.join(",")}],"state":${state}}`;
    rows = [];
    characters = 0;
    return send(text);
  };
  for await (const row of reading.rows) {
    const text = JSON.stringify(shown(row));
    rows.push(text);
    characters += text.length;
    if (rows.length >= batchRows || characters >= batchCharacters) await batch();
  }
  await batch();
  await post({ is: "end" });
}

async function readOrReport(file: FileToRead): Promise<void> {
  turns.credit = mostAhead;
  try {
    await readFile(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { reason, line, column } = error;
    await post({ is: "unreadable", reason, line, column });
  }
}

/** A file to read, or the word that another batch may come. A failure ends the thread. */
parentPort?.on("message", (message: FileToRead | "more") => {
  if (message === "more") {
    turns.credit += 1;
    turns.wake();
  } else void readOrReport(message);
});
