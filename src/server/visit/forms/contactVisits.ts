import type { ContactSubmissions } from "../../services/contactSubmissions.ts";
import { readContactForm } from "../../services/contactForm.ts";
import { networkOf } from "../../services/visitorNetwork.ts";
import type { Overlay } from "../../services/overlays.ts";
import { StoreFailed, StoreFull } from "../../services/problems.ts";
import type { VisitorKeys } from "../../services/visitorKeys.ts";
import { ownPath, postedForm } from "./passwordVisits.ts";
import type { FormParts } from "./passwordVisits.ts";
import { contactMark } from "../pages/contactForm.ts";
import type { ContactState } from "../pages/contactForm.ts";
import { overlayPage } from "../pages/overlay.ts";
import { sendPage, write } from "../respond.ts";
import { tellingAddress } from "../tellingAddress.ts";
import type { LinkAnswerParts, LinkVisit } from "../linkVisit.ts";
import { type OverlayDecision, overlayModel } from "../overlayModel.ts";

export interface ContactParts extends LinkAnswerParts, FormParts {
  readonly contactAnswers: Pick<ContactSubmissions, "add">;
  readonly visitors: VisitorKeys;
}

/** What the longest answers take in nearly every script, percent-encoded. */
const mostBytes = 24_576;

/** Answers the form of a contact overlay. */
export async function answerContact(
  parts: ContactParts,
  decision: OverlayDecision,
  on: LinkVisit,
): Promise<void> {
  const { visitorRequest } = on;
  const { response, style } = visitorRequest;
  const posted = await postedForm(parts, visitorRequest, mostBytes);
  if (posted === null) return;
  const { form, isOwn } = posted;
  const model = overlayModel(parts, decision, on);
  if (model?.overlay.type !== "contact" || form.get(contactMark.name) !== contactMark.value) {
    // A password that is given again, or a form that was taken away meanwhile: the link as it is.
    const { path, query } = ownPath(parts, visitorRequest);
    return write(response, { status: 303, headers: { Location: path + query }, body: "" });
  }

  const state = await stateAfter(parts, on, { overlay: model.overlay, form, isOwn });
  sendPage(response, overlayPage({ ...model, state }), style.look);
}

/** Keeps the answer, or says why not. */
async function stateAfter(
  parts: ContactParts,
  { prepared, visitorRequest }: LinkVisit,
  given: { readonly overlay: Overlay; readonly form: URLSearchParams; readonly isOwn: boolean },
): Promise<ContactState> {
  const { overlay, form, isOwn } = given;
  const { fields, faults } = readContactForm(overlay, form);
  if (!isOwn) return { kind: "refused", fields, reason: "foreign" };
  if (Object.keys(faults).length > 0) return { kind: "faulty", fields, faults };
  try {
    const outcome = await parts.contactAnswers.add({
      overlay: overlay.id,
      link: prepared.id,
      fields,
      visitor: networkKey(parts, tellingAddress(visitorRequest)),
    });
    return outcome === "kept" ? { kind: "thanked" } : { kind: "refused", fields, reason: outcome };
  } catch (error) {
    if (!(error instanceof StoreFull) && !(error instanceof StoreFailed)) throw error;
    return { kind: "refused", fields, reason: "failed" };
  }
}

/** Many addresses of one network are one visitor, and so are many browsers. */
function networkKey({ visitors }: ContactParts, address: string | null): string | null {
  return address === null ? null : visitors.keyOf(networkOf(address), "contact form");
}
