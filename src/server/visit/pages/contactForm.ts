import { longestAnswer } from "../../../contract/fields/bounds.ts";
import type { ContactOutcome } from "../../features/overlays/contactSubmissions.ts";
import {
  type ContactFault,
  type ContactField,
  type ContactFields,
  fieldsOf,
} from "../../features/overlays/contactForm.ts";
import { html, type Html } from "./markup/html.ts";
import type { OverlayModel } from "./overlay.ts";
import { overlayTexts } from "./overlayTexts.ts";

/** What a contact overlay shows. */
export type ContactState =
  | { readonly kind: "form" }
  | {
      readonly kind: "faulty";
      readonly fields: ContactFields;
      readonly faults: { readonly [Field in ContactField]?: ContactFault };
    }
  | {
      readonly kind: "refused";
      readonly fields: ContactFields;
      readonly reason: Exclude<ContactOutcome, "kept"> | "foreign" | "failed";
    }
  | { readonly kind: "thanked" };

/** The hidden field that tells this form from a password's, and its value. */
export const contactMark = { name: "form", value: "contact" } as const;

/** The hidden field with the token of a limited link. */
export const tokenField = "token";

const kinds: Readonly<Record<ContactField, { readonly type: string; readonly complete: string }>> =
  {
    name: { type: "text", complete: "name" },
    email: { type: "email", complete: "email" },
    phone: { type: "tel", complete: "tel" },
    message: { type: "", complete: "off" },
  };

/** A form that posts to the address that it stands at. */
export function contactForm(
  { overlay, language, formToken }: Pick<OverlayModel, "overlay" | "language" | "formToken">,
  state: Exclude<ContactState, { readonly kind: "thanked" }>,
): Html {
  const words = overlayTexts[language];
  const fields = fieldsOf(overlay).map((field) => {
    const value = state.kind === "form" ? "" : (state.fields[field] ?? "");
    const fault = state.kind === "faulty" ? state.faults[field] : undefined;
    const attributes = html`id="field-${field}" name="${field}" maxlength="${longestAnswer[field]}"
    autocomplete="${kinds[field].complete}" required
    ${fault !== undefined && html`aria-invalid="true" aria-describedby="fault-${field}"`}`;
    return html`<div class="stack tight">
      <label for="field-${field}">${words.fields[field]}</label>
      ${
        field === "message"
          ? html`<textarea class="field" rows="3" dir="auto" ${attributes}>${value}</textarea>`
          : html`<input
              class="field"
              type="${kinds[field].type}"
              dir="${field === "name" ? "auto" : "ltr"}"
              value="${value}"
              ${attributes}
            />`
      }
      ${fault !== undefined && html`<p class="small" id="fault-${field}">${words.faults[fault]}</p>`}
    </div>`;
  });
  return html`<form class="stack" id="contact" method="post">
    <input type="hidden" name="${contactMark.name}" value="${contactMark.value}" />
    ${
      formToken !== undefined &&
      html`<input type="hidden" name="${tokenField}" value="${formToken}" />`
    }
    ${state.kind === "refused" && html`<p class="fault" role="alert">${words.refusals[state.reason]}</p>`}
    ${fields}
    <button class="button"><bdi>${overlay.button ?? words.send}</bdi></button>
  </form>`;
}
