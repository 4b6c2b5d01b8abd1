/** What is used of D1 (`env.DB`), as Cloudflare documents it. */
export interface EdgeDatabase {
  prepare(sql: string): EdgeStatement;
  /** One transaction: all of it, or nothing and an error. */
  batch(statements: readonly EdgeStatement[]): Promise<readonly EdgeResult[]>;
  /** Not of D1. Whether its disk has room for what visitors leave; undefined: always. */
  hasRoom?(): boolean;
}

export interface EdgeStatement {
  bind(...values: readonly (string | number | null)[]): EdgeStatement;
  all(): Promise<EdgeResult>;
}

export interface EdgeResult {
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly meta: { readonly rows_written: number; readonly rows_read: number };
}
