import type { Method, Operation } from "./operation.ts";

/** Says which of our own programs asks: `window` or `cli`. */
export const clientHeader = "Waypost-Client";

/** What is sent to an operation, as its caller has it. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  /** Those that are undefined aren't sent; a list is sent as its values, each under the name. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object | undefined;
}

export interface HttpRequest {
  readonly method: Method;
  /** Below the base address, query included. */
  readonly path: string;
  /** JSON. */
  readonly body: string | null;
}

/** A call of an operation as method, path with query, and body. */
export function requestOf(
  { method, path }: Pick<Operation, "method" | "path">,
  { params = {}, query = {}, body }: RequestParts,
): HttpRequest {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(params[name]));
  const search = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((one: unknown) => [name, one] as const))
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encoded(name)}=${encoded(value).replaceAll("%20", "+")}`)
    .join("&");
  return {
    method,
    path: search === "" ? filled : `${filled}?${search}`,
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/** Half a surrogate pair can't be sent: it becomes a replacement character. */
function encoded(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed());
}
