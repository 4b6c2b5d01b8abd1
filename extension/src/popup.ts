import { CallFailed, checkAlias, type Draft, findLink, type ShortLink } from "./calls.ts";
import { readConnection } from "./connection.ts";
import { draftOf, isWebAddress } from "./menus.ts";
import { dress, figure, part, say, showAddress, start } from "./page.ts";
import { drawQr } from "./qrPicture.ts";
import { type Outcome, shorten, takeOutcome } from "./shorten.ts";
import { mostWaiting, readWaiting } from "./waiting.ts";

/** Milliseconds after the last letter. */
const aliasPause = 250;

const address = part("address", HTMLInputElement);
const title = part("title", HTMLInputElement);
const alias = part("alias", HTMLInputElement);
const create = part("create", HTMLButtonElement);

function show(view: "connect" | "form" | "made"): void {
  for (const name of ["connect", "form", "made"]) part(name).hidden = name !== view;
}

function tell(text: string, kind: "plain" | "bad" = "plain"): void {
  const message = part("message");
  message.textContent = text;
  message.dataset["kind"] = kind;
}

function showMade({ shorturl }: ShortLink): void {
  showAddress(part("short"), shorturl);
  drawQr(part<SVGElement & HTMLElement>("qr"), shorturl);
  part("copy").dataset["address"] = shorturl;
  show("made");
  part("copy").focus();
}

async function showWaiting(): Promise<void> {
  const { length } = await readWaiting();
  part("waiting").textContent =
    length === 0 ? "" : say("waitingCount", figure(length), figure(mostWaiting));
}

async function showOutcome(outcome: Outcome): Promise<void> {
  tell("");
  await showWaiting();
  switch (outcome.as) {
    case "made":
      return showMade(outcome.link);
    case "unpaired":
      return show("connect");
    case "waiting":
      return tell(say("waits"));
    case "full":
      return tell(say("full", figure(mostWaiting)), "bad");
    case "refused":
      return tell(say("refused", outcome.message), "bad");
  }
}

async function copy(button: HTMLElement): Promise<void> {
  await navigator.clipboard.writeText(button.dataset["address"] ?? "");
  button.textContent = say("copied");
}

function draft(): Draft {
  const custom = alias.value.trim();
  return { ...draftOf(address.value.trim(), title.value), ...(custom !== "" && { custom }) };
}

async function make(): Promise<void> {
  create.disabled = true;
  try {
    await showOutcome(await shorten(draft()));
  } finally {
    create.disabled = false;
  }
}

/** Whether the page has a short link; a Waypost that sleeps is told at once. */
async function lookUp(url: string): Promise<void> {
  try {
    const found = await findLink(url);
    if (found === null) return tell(say("none"));
    showAddress(part("foundShort"), found.shorturl);
    part("foundCopy").dataset["address"] = found.shorturl;
    part("found").hidden = false;
    part("foundShow").addEventListener("click", () => showMade(found));
    tell("");
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    if (error.trouble === "unpaired") show("connect");
    else if (error.trouble === "asleep") tell(say("asleep"));
    else tell(say("refused", error.message), "bad");
  }
}

let typed = 0;
async function lookAtAlias(): Promise<void> {
  typed += 1;
  const turn = typed;
  const wanted = alias.value.trim();
  const hint = part("aliasState");
  hint.textContent = "";
  if (wanted === "") return;
  await new Promise((resolve) => setTimeout(resolve, aliasPause));
  const state = turn === typed ? await checkAlias(wanted).catch(() => null) : null;
  if (turn !== typed || state === null) return;
  hint.textContent = say(state === "free" ? "aliasFree" : "aliasTaken");
  hint.dataset["kind"] = state === "free" ? "good" : "bad";
}

function failed(error: unknown): void {
  tell(say("refused", error instanceof Error ? error.message : ""), "bad");
}

async function open(): Promise<void> {
  const { key } = await readConnection();
  if (key === null) return show("connect");
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (isWebAddress(tab?.url)) {
    address.value = tab.url;
    title.value = tab.title ?? "";
  }
  show("form");
  // The sign on the button has been seen; how many wait goes on being shown.
  if ((await readWaiting()).length === 0) await chrome.action.setBadgeText({ text: "" });
  const outcome = await takeOutcome();
  if (outcome !== null) return showOutcome(outcome);
  await showWaiting();
  create.focus();
  if (isWebAddress(address.value)) await lookUp(address.value);
}

dress();
part("connectButton").addEventListener("click", () => {
  start(
    chrome.runtime.openOptionsPage().then(() => close()),
    failed,
  );
});
part("form").addEventListener("submit", (event) => {
  event.preventDefault();
  start(make(), failed);
});
part("again").addEventListener("click", () => show("form"));
alias.addEventListener("input", () => start(lookAtAlias(), failed));
for (const id of ["copy", "foundCopy"]) {
  part(id).addEventListener("click", () => start(copy(part(id)), failed));
}
start(open(), failed);
