import { join } from "node:path";
import { protocol } from "electron";
import { readGuiFile, type RunningServer } from "../app/index.ts";
import { forwardCall } from "./apiForward.ts";
import { isGuiAddress, isGuiRequest, scheme } from "./origin.ts";

const rendererDir = join(import.meta.dirname, "../renderer");

/** `app` becomes a scheme with origins, storage and fetch, like https. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** The GUI and the API it calls on one origin, so that nothing is ever shared across origins. */
export function setupAppProtocol(server: RunningServer): void {
  const files = { rendererDir, pictures: new URL(server.baseUrl).origin };
  protocol.handle(scheme, async (request) => {
    if (!isGuiAddress(request.url)) return new Response(null, { status: 404 });
    const { pathname } = new URL(request.url);
    if (isApi(pathname)) {
      // The key goes along with it.
      if (!isGuiRequest(request.headers)) return new Response(null, { status: 403 });
      return await forwardCall(server, request);
    }
    if (request.method !== "GET") return new Response(null, { status: 405 });
    const { body, ...head } = server.preview(pathname) ?? (await readGuiFile(files, pathname));
    return new Response(body, head);
  });
}

function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}
