import { draftOf, draftOfClick, isWebAddress, menus } from "./menus.ts";
import type { Draft } from "./calls.ts";
import { leaveOutcome, type Outcome, shorten } from "./shorten.ts";
import { readWaiting, sendWaiting } from "./waiting.ts";

/**
 * Milliseconds between looks whether Waypost is awake, while something waits. A browser ends a worker that
 * does nothing for half a minute; each look keeps it.
 */
const lookEvery = 20_000;

/** Whether the button shows how many wait. */
let isCounting = false;
let looking: ReturnType<typeof setTimeout> | undefined;

async function showBadge(text: string): Promise<void> {
  await chrome.action.setBadgeBackgroundColor({ color: "#c2501c" });
  await chrome.action.setBadgeText({ text });
}

async function showCount(): Promise<void> {
  const { length } = await readWaiting();
  if (length > 0 || isCounting) await showBadge(length === 0 ? "" : String(length));
  isCounting = length > 0;
}

/** Sends what waits, now and later, and shows how much is left. */
async function lookAtWaiting(): Promise<void> {
  isCounting ||= (await readWaiting()).length > 0;
  await sendWaiting();
  await showCount();
  clearTimeout(looking);
  looking = isCounting ? setTimeout(look, lookEvery) : undefined;
}

function look(): void {
  lookAtWaiting().catch(() => undefined);
}

const signs: Readonly<Record<Outcome["as"], string>> = {
  made: "✓",
  waiting: "",
  full: "!",
  unpaired: "!",
  refused: "!",
};

/** A browser may refuse to open the popup; the sign on its button says that there is news. */
async function make(draft: Draft | null): Promise<void> {
  if (draft === null) return showBadge("!");
  const outcome = await shorten(draft);
  await leaveOutcome(outcome);
  if (outcome.as === "waiting") await lookAtWaiting();
  else await showBadge(signs[outcome.as]);
  await chrome.action.openPopup?.().catch(() => undefined);
}

async function makeMenus(): Promise<void> {
  await chrome.contextMenus.removeAll();
  for (const { title, ...item } of menus) {
    chrome.contextMenus.create({ ...item, title: chrome.i18n.getMessage(title) });
  }
}

function start(work: Promise<void>): void {
  work.catch(() => undefined);
}

chrome.runtime.onInstalled.addListener(() => {
  start(makeMenus());
  look();
});
chrome.runtime.onStartup.addListener(look);
chrome.contextMenus.onClicked.addListener((click, tab) => start(make(draftOfClick(click, tab))));
chrome.commands.onCommand.addListener((name, tab) => {
  if (name !== "shorten") return;
  start(make(isWebAddress(tab?.url) ? draftOf(tab.url, tab.title) : null));
});
// The popup adds to the list, and pairing makes it possible to send it.
chrome.storage.onChanged.addListener((changes) => {
  if ("waiting" in changes) start(showCount());
  if ("key" in changes || ("waiting" in changes && looking === undefined)) look();
});
look();
