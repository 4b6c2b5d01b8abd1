import type { RunningServer } from "../app/index.ts";

/** What a call of the API may bring along and take back; the rest is Chromium's own business. */
const towardsServer = [
  "accept",
  "accept-language",
  "content-type",
  "if-none-match",
  "waypost-client",
];
const towardsPage = [
  "allow",
  "cache-control",
  "content-disposition",
  "content-length",
  "content-type",
  "retry-after",
  "x-content-type-options",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];

/** Carries a call to the service with the local caller's key, which the page never holds. */
export async function forwardCall(
  { baseUrl, localKey }: Pick<RunningServer, "baseUrl" | "localKey">,
  request: Request,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await fetch(`${baseUrl}${pathname}${search}`, {
    method: request.method,
    headers: { ...picked(request.headers, towardsServer), authorization: `Bearer ${localKey}` },
    ...(await bodyOf(request)),
    redirect: "manual",
    signal: request.signal,
  });
  return new Response(answer.body, {
    status: answer.status,
    headers: picked(answer.headers, towardsPage),
  });
}

/** A file goes through as it comes; what is small is sent whole, with its length. */
async function bodyOf(request: Request): Promise<Pick<RequestInit, "body"> & { duplex?: "half" }> {
  if (request.method === "GET" || request.method === "HEAD") return {};
  const isFile = request.headers.get("content-type") === "application/octet-stream";
  return isFile ? { body: request.body, duplex: "half" } : { body: await request.arrayBuffer() };
}

function picked(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
