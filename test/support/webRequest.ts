import type { IncomingMessage } from "node:http";

/** A request as the web's own servers get it. */
export async function webRequest(request: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const { method = "GET", url = "/" } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  const body = await bodyOf(request);
  return new Request(`http://${request.headers.host ?? "127.0.0.1"}${url}`, {
    method,
    headers,
    redirect: "manual",
    ...(hasBody && { body }),
  });
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}
