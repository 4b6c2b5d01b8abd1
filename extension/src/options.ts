import { type Asked, askPairing, CallFailed, fetchKey } from "./calls.ts";
import { askReach, readConnection, saveConnection } from "./connection.ts";
import { dress, figure, part, say, start } from "./page.ts";
import { forgetWaiting, mostWaiting, readWaiting } from "./waiting.ts";

/** Milliseconds between questions whether the owner has decided. */
const askEvery = 1_000;

const port = part("port", HTMLInputElement);
const connect = part("connect", HTMLButtonElement);

function tell(text: string, kind: "plain" | "bad" = "plain"): void {
  const message = part("message");
  message.textContent = text;
  message.dataset["kind"] = kind;
}

/** As Waypost lists it. */
function ownName(): string {
  const browser = /\bFirefox\//.test(navigator.userAgent)
    ? "Firefox"
    : /\bEdg\//.test(navigator.userAgent)
      ? "Edge"
      : "Chrome";
  return `Waypost for ${browser}`;
}

async function showState(): Promise<void> {
  const { key } = await readConnection();
  part("connected").hidden = key === null;
  part("unconnected").hidden = key !== null;
  const { length } = await readWaiting();
  part("waiting").hidden = length === 0;
  part("waitingCount").textContent = say("waitingCount", figure(length), figure(mostWaiting));
}

function isAsked(value: unknown): value is Asked {
  return typeof value === "object" && value !== null && "secret" in value && "code" in value;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, askEvery));

/** Shows the code until the owner confirms it in Waypost. A page that is opened again goes on. */
async function follow(asked: Asked): Promise<void> {
  part("code").textContent = asked.code;
  part("asked").hidden = false;
  connect.disabled = true;
  try {
    const { port: at } = await readConnection();
    let key: string | null = null;
    for (; key === null; key = await fetchKey({ port: at }, asked.secret)) await pause();
    await saveConnection({ port: at, key });
    tell("");
  } finally {
    await chrome.storage.session.remove("asked");
    part("asked").hidden = true;
    connect.disabled = false;
  }
  await showState();
}

async function pair(): Promise<void> {
  // First, while the button is being pressed.
  if (!(await askReach())) return tell(say("notAllowed"), "bad");
  tell("");
  const wanted = { port: port.valueAsNumber, key: null };
  await saveConnection(wanted);
  const asked = await askPairing(wanted, ownName());
  await chrome.storage.session.set({ asked });
  await follow(asked);
}

function failed(error: unknown): void {
  if (!(error instanceof CallFailed)) {
    return tell(say("refused", error instanceof Error ? error.message : ""), "bad");
  }
  const { trouble, status, message } = error;
  // What isn't switched on has no such address, and what is over isn't there.
  if (trouble === "asleep") tell(say("notRunning"), "bad");
  else if (part("code").textContent === "")
    tell(say(status === 404 || status === 405 ? "notOn" : "refused", message), "bad");
  else tell(say(status === 404 ? "over" : "refused", message), "bad");
}

async function open(): Promise<void> {
  const connection = await readConnection();
  port.value = String(connection.port);
  await showState();
  const { asked } = await chrome.storage.session.get("asked");
  if (connection.key === null && isAsked(asked)) await follow(asked);
}

dress();
part("unconnected").addEventListener("submit", (event) => {
  event.preventDefault();
  part("code").textContent = "";
  start(pair(), failed);
});
part("disconnect").addEventListener("click", () => {
  start(saveConnection({ port: port.valueAsNumber, key: null }).then(showState), failed);
});
part("forget").addEventListener("click", () => start(forgetWaiting().then(showState), failed));
start(open(), failed);
