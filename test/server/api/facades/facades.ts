import { expect } from "vitest";
import { type Answer, send, type Sent, type TestServer } from "../../../support/server.ts";

export type Shortener = "yourls" | "shlink" | "kutt";

export function owner(server: TestServer, method: string, path: string, body?: unknown) {
  return server.api(method, path, body, server.localKey);
}

export async function switchOn(server: TestServer, name: Shortener, value = true): Promise<void> {
  const set = { [`automation.${name}`]: value };
  expect((await owner(server, "PUT", "/api/settings", { set })).status).toBe(200);
}

/** A key for programs made for a link shortener, whose name is in History. */
export async function makeKey(
  server: TestServer,
  scope: Shortener,
  more: object = {},
): Promise<string> {
  const body = { name: `A ${scope} program`, scope, ...more };
  return (await owner(server, "POST", "/api/key/add", body)).body.key;
}

/** A request as a program sends it, with `Host` and path as they are. */
export function ask(server: TestServer, path: string, sent: Sent = {}): Promise<Answer> {
  return send(server.baseUrl, path, sent);
}

/** Who changed something last, by name. */
export async function lastAuthor(server: TestServer) {
  const { changes } = (await owner(server, "GET", "/api/changes")).body.data;
  return changes[0] as { readonly key?: string; readonly operation?: string };
}

export function warningOf({ headers }: Answer): string | undefined {
  const { "waypost-warning": warning } = headers;
  return typeof warning === "string" ? warning : undefined;
}
