import type { Message } from "../../../../contract/messages/messages.ts";
/** The file as a whole can't be read; the message names line and column where there is one. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly line: number | null;
  /** A column's name, or the place in the line, from 1. */
  readonly column: string | null;
  readonly reason: Message;

  constructor(reason: Message, place?: { readonly line: number; readonly column: string }) {
    const { message } = reason;
    super(place === undefined ? message : `Line ${place.line}, column ${place.column}: ${message}`);
    this.reason = reason;
    this.line = place?.line ?? null;
    this.column = place?.column ?? null;
  }
}

/** Bytes of one row, one value or one line: more is no row of links. */
export const longestRow = 1_048_576;
