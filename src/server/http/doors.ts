import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Hosts } from "./hosts.ts";
import { isApiPath, pathBelow, type Prefixes, withoutQuery } from "../visit/paths.ts";
import { sendFailureEnvelope, sendSvg, sendText } from "./plainAnswers.ts";
import type { Surface } from "../features/automation/surface.ts";
import { avatarPath } from "../features/account/avatar.ts";
import { proofPath } from "../outside/guardedFetch.ts";
import type { SecurityLog } from "../common/securityLog.ts";
import type { Visits } from "./visits/visits.ts";

/**
 * The whole way of a request, door by door. A plain redirect passes one look-up of its `Host` and
 * no middleware.
 */

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
type HandleBelow = (request: IncomingMessage, response: ServerResponse, path: string) => void;

export interface DoorParts {
  readonly prefixes: Prefixes;
  /** What the service answers to a nonce that it is asking a domain itself; null: it isn't. */
  readonly proofOf: (nonce: string) => string | null;
  readonly visits: Visits;
  readonly securityLog: Pick<SecurityLog, "refused">;
  /** Whether everybody outside is told to come later. */
  readonly isDark: () => boolean;
  /** The account's picture (SVG). */
  readonly avatar: () => string;
}

/** At every door and under every name; any other question than the one being asked is unknown. */
const proofQuestion = `${proofPath}?nonce=`;
const wrongHost = "This server doesn't answer for this hostname.";

function serveBelow(parts: DoorParts, handle: HandleBelow): RequestListener {
  return (request, response) => {
    const path = pathBelow(parts.prefixes, request.url);
    if (path === null) return sendText(response, 400, "A path is required.");
    const proof = path.startsWith(proofQuestion)
      ? parts.proofOf(path.slice(proofQuestion.length).split("&", 1)[0] ?? "")
      : null;
    if (proof !== null) return sendText(response, 200, proof);
    handle(request, response, path);
  };
}

/** Express reads the path from `url`. */
function passOn(to: Handle, request: IncomingMessage, response: ServerResponse, path: string) {
  request.url = path;
  to(request, response);
}

/** Seconds after which whoever finds it dark may look again. */
const darkTime = 600;

function sendDark(
  { visits }: DoorParts,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  response.setHeader("Retry-After", darkTime);
  if (isApiPath(path)) sendFailureEnvelope(response, 503, "Public access is paused.");
  else visits.handleDark(request, response);
}

function refuseHost({ securityLog }: DoorParts, response: ServerResponse, path: string): void {
  securityLog.refused("host");
  if (isApiPath(path)) sendFailureEnvelope(response, 421, wrongHost);
  else sendText(response, 421, wrongHost);
}

/** Scripts, and visitors on this computer or through a tunnel that points here. */
export function serviceDoor(
  parts: DoorParts & {
    hosts: Hosts;
    api: Handle;
    closedApi: Handle;
    surfaces: readonly Surface[];
  },
): RequestListener {
  const { hosts, api, closedApi, surfaces, visits } = parts;
  return serveBelow(parts, (request, response, path) => {
    const { host } = request.headers;
    const isOwn = hosts.isOwn(host);
    const surface = surfaces.find((one) => one.takes(path, isOwn, request));
    if (surface !== undefined) return surface.handle(request, response, { path, isOwn });
    if (!isOwn && !hosts.isPublic(host) && !visits.isDomain(host)) {
      return refuseHost(parts, response, path);
    }
    // Whoever comes by another name comes from outside, as through a tunnel that points here.
    if (!isOwn && parts.isDark()) return sendDark(parts, request, response, path);
    if (isApiPath(path)) return passOn(isOwn ? api : closedApi, request, response, path);
    if (isOwn && withoutQuery(path) === avatarPath) return sendSvg(response, parts.avatar());
    visits.handle(request, response, { path, isPublicDoor: false });
  });
}

/** Visitors, under any name: an unknown one means the service's own address. */
export function publicDoor(parts: DoorParts & { api: Handle }): RequestListener {
  const { api, visits } = parts;
  return serveBelow(parts, (request, response, path) => {
    if (parts.isDark()) return sendDark(parts, request, response, path);
    // Doubled lines arrive joined.
    if (request.headers.host?.includes(",") === true) {
      return sendText(response, 400, "Exactly one Host header is required.");
    }
    if (isApiPath(path)) return passOn(api, request, response, path);
    visits.handle(request, response, { path, isPublicDoor: true });
  });
}

/** The GUI and the API that it calls, on one origin; no page for visitors. */
export function guiDoor(
  parts: DoorParts & { hosts: Hosts; api: Handle; files: Handle },
): RequestListener {
  const { hosts, api, files } = parts;
  return serveBelow(parts, (request, response, path) => {
    if (!hosts.isOwn(request.headers.host)) return refuseHost(parts, response, path);
    if (isApiPath(path)) return passOn(api, request, response, path);
    if (withoutQuery(path) === avatarPath) return sendSvg(response, parts.avatar());
    passOn(files, request, response, path);
  });
}

/** Where browser tabs of the run before look for the GUI: they go on at the address of this run. */
export function formerGuiDoor(
  parts: DoorParts & { hosts: Hosts; guiUrl: string },
): RequestListener {
  const { hosts, guiUrl } = parts;
  return serveBelow(parts, (request, response, path) => {
    if (!hosts.isOwn(request.headers.host)) return refuseHost(parts, response, path);
    if (isApiPath(path))
      return sendFailureEnvelope(response, 421, "The app has another address now.");
    // The browser keeps the fragment.
    response.setHeader("Location", guiUrl);
    sendText(response, 303, "The app has another address now.");
  });
}
