import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { bodyBytes } from "../../common/bodyBytes.ts";
import { nextStrangersTurn } from "../../common/paging.ts";
import type { HostDomain } from "../../visit/hostDomain.ts";
import {
  type Form,
  formIn,
  postedForm,
  type PostedForm,
  unreadAnswer,
  unreadForm,
} from "../../visit/forms/postedForm.ts";
import type { VisitSettings } from "../../visit/visitModel.ts";
import type { VisitorRequest } from "../../visit/visitorRequest.ts";
import { holdAsStrangers } from "../comingBodies.ts";
import { type Exchange, write } from "./respond.ts";

/** A posted form; null: it can't be read, and was answered, or its connection has ended. */
export async function takeForm(
  parts: { readonly hostDomain: HostDomain; readonly settings: VisitSettings },
  { request, response }: Exchange,
  { style }: VisitorRequest,
  mostBytes: number,
): Promise<PostedForm | null> {
  const form = await readForm(request, mostBytes);
  if (form === null) return null;
  if (form.kind !== "form") {
    write(response, unreadAnswer(form, style));
    return null;
  }
  return postedForm(form.fields, request.headers, {
    formerBases: parts.settings.formerBases,
    isDomain: (host) => parts.hostDomain(host) !== null,
  });
}

/**
 * Reads `application/x-www-form-urlencoded` of at most `mostBytes`. Rejects when it breaks off; null: it was whole, and
 * its connection ended before its turn.
 */
async function readForm(request: IncomingMessage, mostBytes: number): Promise<Form | null> {
  const unread = unreadForm(request.headers, mostBytes);
  if (unread !== null) return unread;
  holdAsStrangers(request);
  const body = await bodyBytes(request, mostBytes);
  // Of forms that arrive together, each is parsed and answered on its own.
  if (!(await hasTurn(request.socket))) return null;
  return formIn(body?.toString("utf8") ?? null);
}

/** Waits for a stranger's turn; false: the connection ended before it. */
function hasTurn(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    // What waits in the line must not hold the form of a connection that has ended.
    let waiting: Socket | null = socket.once("close", leave);
    function leave(): void {
      waiting = null;
      resolve(false);
    }
    function begin(): void {
      waiting?.off("close", leave);
      resolve(waiting !== null);
    }
    void nextStrangersTurn().then(begin);
  });
}
