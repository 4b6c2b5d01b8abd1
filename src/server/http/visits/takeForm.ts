import type { IncomingMessage } from "node:http";
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
import { type Exchange, write } from "./respond.ts";

/** A posted form; null: it can't be read, and was answered. */
export async function takeForm(
  parts: { readonly hostDomain: HostDomain; readonly settings: VisitSettings },
  { request, response }: Exchange,
  { style }: VisitorRequest,
  mostBytes: number,
): Promise<PostedForm | null> {
  const form = await readForm(request, mostBytes);
  if (form.kind !== "form") {
    write(response, unreadAnswer(form, style));
    return null;
  }
  return postedForm(form.fields, request.headers, {
    formerBases: parts.settings.formerBases,
    isDomain: (host) => parts.hostDomain(host) !== null,
  });
}

/** Reads `application/x-www-form-urlencoded` of at most `mostBytes`. Rejects when it breaks off. */
async function readForm(request: IncomingMessage, mostBytes: number): Promise<Form> {
  const unread = unreadForm(request.headers, mostBytes);
  if (unread !== null) return unread;
  const body = await bodyBytes(request, mostBytes);
  // Of forms that arrive together, each is parsed and answered on its own.
  await nextStrangersTurn();
  return formIn(body?.toString("utf8") ?? null);
}
