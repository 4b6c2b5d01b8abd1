import type { ContactOutcome } from "../../features/overlays/contactSubmissions.ts";
import { type ContactFields, readContactForm } from "../../features/overlays/contactForm.ts";
import type { ContactSent } from "../answerVisit.ts";
import { contactMark, type ContactState, tokenField } from "../pages/contactForm.ts";
import type { HttpAnswer } from "../pages/markup/httpAnswer.ts";
import { pageAnswer } from "../pages/markup/pageAnswer.ts";
import { overlayPage } from "../pages/overlay.ts";
import { visitorAddress } from "../visitorAddress.ts";
import type { AddressParts } from "../visitedAddress.ts";
import { isLimited } from "../linkVisit.ts";
import type { FormTokens } from "./formTokens.ts";
import { ownPath } from "./ownPath.ts";
import type { PostedForm } from "./postedForm.ts";
import { networkOf } from "../../common/plainAddress.ts";

/** What the longest answers take in nearly every script, percent-encoded. */
export const mostContactBytes = 24_576;

/** A form's answer that is to be kept before its visitor is thanked. */
export interface ContactGiven {
  readonly kind: "given";
  readonly overlay: number;
  readonly link: number;
  readonly fields: ContactFields;
  /** Many addresses of one network are one visitor, and so are many browsers. Null: not known. */
  readonly network: string | null;
  answerTo(outcome: ContactOutcome | "failed"): HttpAnswer;
}

/** What stands for a browser where a network's key is made. */
export const formAgent = "contact form";

/** What the posted form of a contact overlay comes to. */
export function contactAnswer(
  parts: AddressParts & { readonly formTokens: FormTokens },
  { model, on: { prepared, visitorRequest } }: ContactSent,
  { fields: form, isOwn }: PostedForm,
): ContactGiven | { readonly kind: "answer"; readonly answer: HttpAnswer } {
  const token = form.get(tokenField) ?? "";
  const isOfPage = !isLimited(prepared) || parts.formTokens.isValid(token, prepared.id);
  const isContact = form.get(contactMark.name) === contactMark.value && isOfPage;
  if (model?.overlay.type !== "contact" || !isContact) {
    // A password that is given again, or a form that was taken away or is too old: the link as it is.
    const { path, query } = ownPath(parts, visitorRequest);
    return {
      kind: "answer",
      answer: { status: 303, headers: { Location: path + query }, body: "" },
    };
  }

  const { look } = visitorRequest.style;
  const shown = (state: ContactState) =>
    pageAnswer(
      overlayPage({ ...model, state, ...(isLimited(prepared) && { formToken: token }) }),
      look,
    );
  const answered = (state: ContactState) => ({ kind: "answer", answer: shown(state) }) as const;
  const { fields, faults } = readContactForm(model.overlay, form);
  if (!isOwn) return answered({ kind: "refused", fields, reason: "foreign" });
  if (Object.keys(faults).length > 0) return answered({ kind: "faulty", fields, faults });

  const address = visitorAddress(visitorRequest);
  return {
    kind: "given",
    overlay: model.overlay.id,
    link: prepared.id,
    fields,
    network: address === null ? null : networkOf(address),
    answerTo: (outcome) =>
      shown(
        outcome === "kept" ? { kind: "thanked" } : { kind: "refused", fields, reason: outcome },
      ),
  };
}
