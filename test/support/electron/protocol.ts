import type { Protocol } from "electron";
import type { Route } from "@playwright/test";
import { toShell } from "./origins.ts";

type Handler = Parameters<Protocol["handle"]>[1];

const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged() {},
  handle(scheme, handler) {
    handlers.set(scheme, handler);
  },
} satisfies Pick<Protocol, "handle" | "registerSchemesAsPrivileged">;

/** Answers a request from the page as the shell's own scheme; false: it isn't for it. */
export async function answerScheme(route: Route): Promise<boolean> {
  const request = route.request();
  const url = toShell(request.url());
  const handler = handlers.get(new URL(url).protocol.replace(":", ""));
  if (handler === undefined) return false;
  const body = request.postDataBuffer();
  const headers = await request.allHeaders().then(asShellHears);
  const sent = { method: request.method(), headers };
  const asked = new Request(url, body === null ? sent : { ...sent, body: new Uint8Array(body) });
  let answer: { status: number; headers: Record<string, string>; body: Buffer };
  try {
    const given = await handler(asked);
    answer = {
      status: given.status,
      headers: Object.fromEntries(given.headers),
      body: Buffer.from(await given.arrayBuffer()),
    };
  } catch {
    // As Electron does it: what a handler throws is a request that failed.
    await route.abort("failed");
    return true;
  }
  await route.fulfill(answer);
  return true;
}

/** Origin and referrer are addresses of the shell's, too. */
function asShellHears(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !name.startsWith(":"))
      .map(([name, value]) => [
        name,
        name === "origin" || name === "referer" ? toShell(value) : value,
      ]),
  );
}
