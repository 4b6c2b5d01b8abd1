import type { Message } from "../../../../contract/messages/messages.ts";

/** What rows of files become: the same shape whatever product they come from. */

/** Characters of a column's name where it is told. */
export const longestShownName = 200;
/** Characters of a host: a name has at most 253, a port five. */
export const longestHost = 260;

/** A value that can't be read: its link comes without it. */
export interface LeftOut {
  /** Name of the column. */
  readonly column: string;
  readonly cell: string;
  /** How many values of its row it stands for. Defaults to 1. */
  readonly cells?: number;
  /**
   * `unclear`: the day and the month could be either way round. `unsupported`: Waypost has nothing
   * like it. `missing`: the file only says that there is something. `fromZero`: a limit begins anew.
   */
  readonly why: "unreadable" | "unclear" | "unsupported" | "missing" | "fromZero";
}

/** What may be wrong with a cell by itself. */
export type CellProblem = Extract<LeftOut["why"], "unreadable" | "unclear">;

/** A value as it is told. */
export function shownCell(value: unknown): string {
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 100);
}

/** One row of links; texts are as the file has them, trimmed, and checked by whoever takes them in. */
export interface ImportedLink {
  readonly line: number;
  readonly url?: string;
  readonly alias?: string;
  /** Host, with its port where one is written. */
  readonly domain?: string;
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Milliseconds since 1970, as is `expiresAt`. */
  readonly createdAt?: number;
  readonly expiresAt?: number;
  /** The file names the day alone: the link expires at its end, on the account's clocks. */
  readonly expiresOnDay?: true;
  readonly clicks?: number;
  readonly archived?: boolean;
  /** Their names. */
  readonly campaign?: string;
  readonly channels?: readonly string[];
  readonly source: { readonly service: string; readonly id: string };
  readonly hadPassword?: true;
  /** Fields that only Waypost has, under the contract's names and not checked. */
  readonly rest?: Readonly<Record<string, unknown>>;
  readonly leftOut?: readonly LeftOut[];
}

export interface ImportedClick {
  readonly line: number;
  /** Hash of its row, by which it is known when it comes again. */
  readonly id: string;
  readonly alias: string;
  readonly domain?: string;
  readonly at: number;
  /** ISO 3166 alpha-2. */
  readonly country?: string;
  readonly city?: string;
  readonly userAgent?: string;
  readonly referrer?: string;
  readonly language?: string;
  readonly isBot?: boolean;
  readonly browser?: string;
  readonly os?: string;
}

interface Place {
  readonly line: number;
  /** The row as it was, for the file of those that didn't come. */
  readonly cells: readonly string[];
}

export type Row =
  | (Place & { readonly kind: "link"; readonly link: ImportedLink })
  | (Place & { readonly kind: "click"; readonly click: ImportedClick })
  | (Place & { readonly kind: "skipped"; readonly why: string })
  | (Place & {
      readonly kind: "invalid";
      /** Name of the column at fault. */
      readonly column: string | null;
      readonly reason: Message;
    });
