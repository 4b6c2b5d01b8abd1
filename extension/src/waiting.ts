import { addLink, CallFailed, type Draft } from "./calls.ts";

/** Links that wait while Waypost sleeps: no more than these. */
export const mostWaiting = 50;

function isDraft(value: unknown): value is Draft {
  return typeof value === "object" && value !== null && "url" in value;
}

export async function readWaiting(): Promise<readonly Draft[]> {
  const { waiting } = await chrome.storage.local.get("waiting");
  return Array.isArray(waiting) ? waiting.filter(isDraft) : [];
}

/** The popup and the background share the list: one of them changes it at a time. */
async function alone(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request("waiting", work);
}

/** False: there is no room. */
export async function keepWaiting(draft: Draft): Promise<boolean> {
  let isKept = false;
  await alone(async () => {
    const waiting = await readWaiting();
    if (waiting.length >= mostWaiting) return;
    await chrome.storage.local.set({ waiting: [...waiting, draft] });
    isKept = true;
  });
  return isKept;
}

export function forgetWaiting(): Promise<void> {
  return alone(() => chrome.storage.local.remove("waiting"));
}

/** Sends what waits, the oldest first, until Waypost doesn't answer. */
export function sendWaiting(): Promise<void> {
  return alone(async () => {
    let waiting = await readWaiting();
    for (;;) {
      const [draft, ...others] = waiting;
      if (draft === undefined) return;
      const left = await send(draft);
      if (left === draft) return;
      waiting = left === null ? others : [left, ...others];
      await chrome.storage.local.set({ waiting });
    }
  });
}

/** Answers what is left to send. An answer that was lost doesn't make a second link. */
async function send(draft: Draft): Promise<Draft | null> {
  try {
    await addLink({ ...draft, reuse: true });
    return null;
  } catch (error) {
    if (!isFinal(error)) return draft;
    // With the alias of another link, it is made all the same, under a random one.
    const { custom, ...plain } = draft;
    return custom === undefined ? null : plain;
  }
}

/** Whether Waypost will never take it as it is. */
function isFinal(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 400 || error.status === 409);
}
