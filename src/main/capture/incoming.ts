import { readFile, stat } from "node:fs/promises";
import { app } from "electron";
import {
  addressInLinkFile,
  type Asked,
  askedBy,
  askedByAddress,
  askedByDrop,
  longestLinkFile,
  scheme,
} from "./asked.ts";

/** What comes from outside, in its order; what comes before Waypost is ready waits. */
export interface Incoming {
  /** From now on all of it is acted on, the last that waited first. */
  answer(act: (asked: Asked) => void): void;
  /** Something was dropped at the tray. */
  dropped(text: string): void;
}

/** Before Electron is ready: macOS tells of the address that started Waypost at once. */
export function listenOutside(argv: readonly string[]): Incoming {
  const first = askedBy(argv);
  let waiting: Asked | null = first.kind === "open" ? null : first;
  let act = (asked: Asked) => {
    waiting = asked;
  };
  const hear = (asked: Asked | null) => {
    if (asked !== null) act(asked);
  };
  app.on("second-instance", (_event, words) => hear(askedBy(words)));
  app.on("activate", () => hear({ kind: "open" }));
  app.on("open-url", (event, address) => {
    event.preventDefault();
    hear(askedByAddress(address));
  });
  // An address that was dragged out of a browser to the dock comes as a file.
  app.on("open-file", (event, path) => {
    event.preventDefault();
    void addressIn(path).then((address) => hear(askedByDrop(address ?? "")));
  });
  return {
    answer(next) {
      act = next;
      if (waiting !== null) next(waiting);
      waiting = null;
    },
    dropped: (text) => hear(askedByDrop(text)),
  };
}

async function addressIn(path: string): Promise<string | null> {
  if (!/\.(webloc|url)$/i.test(path)) return null;
  try {
    const { size } = await stat(path);
    return size > longestLinkFile ? null : addressInLinkFile(await readFile(path, "utf8"));
  } catch {
    return null;
  }
}

/** `waypost://` addresses of other programs come here; a packaged one is known to the system already. */
export function registerWaypostScheme(): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient(scheme);
}
