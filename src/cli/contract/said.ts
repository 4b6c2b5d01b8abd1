/** What a command says: its result for stdout, and what accompanies it for stderr. */
export interface Said {
  /** Set apart on a terminal. */
  readonly titles?: string;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}
