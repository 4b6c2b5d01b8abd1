import { addLink, CallFailed, type Draft, type ShortLink } from "./calls.ts";
import { keepWaiting } from "./waiting.ts";

/** What came of a link that was asked for: the popup shows it. */
export type Outcome =
  | { readonly as: "made"; readonly link: ShortLink }
  | { readonly as: "waiting" }
  | { readonly as: "full" }
  | { readonly as: "unpaired" }
  | { readonly as: "refused"; readonly message: string };

/** Creates a link now, or once Waypost is awake. */
export async function shorten(draft: Draft): Promise<Outcome> {
  try {
    return { as: "made", link: await addLink(draft) };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.trouble === "unpaired") return { as: "unpaired" };
    if (error.trouble === "refused") return { as: "refused", message: error.message };
    return { as: (await keepWaiting(draft)) ? "waiting" : "full" };
  }
}

const outcomes: readonly string[] = ["made", "waiting", "full", "unpaired", "refused"];

function isOutcome(value: unknown): value is Outcome {
  return (
    typeof value === "object" &&
    value !== null &&
    "as" in value &&
    outcomes.includes(String(value.as))
  );
}

/** For the popup that opens next. */
export async function leaveOutcome(outcome: Outcome): Promise<void> {
  await chrome.storage.session.set({ outcome });
}

export async function takeOutcome(): Promise<Outcome | null> {
  const { outcome } = await chrome.storage.session.get("outcome");
  await chrome.storage.session.remove("outcome");
  return isOutcome(outcome) ? outcome : null;
}
