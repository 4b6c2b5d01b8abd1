import type { HostDomain } from "../../visit/hostDomain.ts";
import { postedForm, type PostedForm, unreadAnswer } from "../../visit/forms/postedForm.ts";
import type { VisitSettings } from "../../visit/visited.ts";
import type { VisitorRequest } from "../../visit/visitorRequest.ts";
import type { Exchange } from "./exchange.ts";
import { readForm } from "./readForm.ts";
import { write } from "./respond.ts";

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
