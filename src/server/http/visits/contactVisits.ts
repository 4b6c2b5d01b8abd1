import type {
  ContactOutcome,
  ContactSubmissions,
} from "../../features/overlays/contactSubmissions.ts";
import { StoreFailed, StoreFull } from "../../common/problems.ts";
import type { VisitorKeys } from "../../features/clicks/visitorKeys.ts";
import type { ContactSent } from "../../visit/answerVisit.ts";
import {
  contactAnswer,
  type ContactGiven,
  formAgent,
  mostContactBytes,
} from "../../visit/forms/contactAnswer.ts";
import type { SignedTokens } from "../../passwords/signedTokens.ts";
import type { FormTokens } from "../../visit/forms/formTokens.ts";
import type { HostDomain } from "../../visit/hostDomain.ts";
import type { AddressParts } from "../../visit/visitedAddress.ts";
import type { VisitSettings } from "../../visit/visitModel.ts";
import { type Exchange, write } from "./respond.ts";
import { takeForm } from "./takeForm.ts";

export interface ContactParts extends AddressParts {
  readonly hostDomain: HostDomain;
  readonly settings: VisitSettings;
  readonly contactAnswers: Pick<ContactSubmissions, "add">;
  readonly visitors: VisitorKeys;
  readonly formTokens: FormTokens;
}

/** Milliseconds that somebody may take for a form. */
const formTime = 24 * 60 * 60_000;

export function createFormTokens(signed: SignedTokens): FormTokens {
  const subjectOf = (link: number) => `form\n${link}`;
  return {
    make: (link) => signed.make(subjectOf(link), formTime),
    isValid: (token, link) => signed.isValid(token, subjectOf(link)),
  };
}

/** Answers the form of a contact overlay. */
export async function answerContact(
  parts: ContactParts,
  sent: ContactSent,
  exchange: Exchange,
): Promise<void> {
  const posted = await takeForm(parts, exchange, sent.on.visitorRequest, mostContactBytes);
  if (posted === null) return;
  const step = contactAnswer(parts, sent, posted);
  const answer = step.kind === "answer" ? step.answer : step.answerTo(await keep(parts, step));
  write(exchange.response, answer);
}

/** Keeps the answer, or says why not. */
async function keep(
  { contactAnswers, visitors }: ContactParts,
  { overlay, link, fields, network }: ContactGiven,
): Promise<ContactOutcome | "failed"> {
  const visitor = network === null ? null : visitors.keyOf(network, formAgent);
  try {
    return await contactAnswers.add({ overlay, link, fields, visitor });
  } catch (error) {
    if (!(error instanceof StoreFull) && !(error instanceof StoreFailed)) throw error;
    return "failed";
  }
}
