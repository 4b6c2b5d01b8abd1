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
  const answer = await handler(
    new Request(url, {
      method: request.method(),
      headers: await request.allHeaders().then(withoutPseudo),
      ...(body === null ? {} : { body: new Uint8Array(body) }),
    }),
  );
  await route.fulfill({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  });
  return true;
}

function withoutPseudo(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(":")));
}
