import { t } from "i18next";
import { useSyncExternalStore } from "react";
import { api } from "../../app/client/api.ts";
import { refreshLinks } from "../../app/client/queries.ts";
import { copyText } from "../../ui/address/clipboard.tsx";
import { announce } from "../../ui/messages/announcements.ts";
import { newLinkDefaults } from "../settings/newLinkDefaults.ts";
import { linkMade, linkMadeInView } from "./linkSteps.tsx";

/** The link that was created last, as long as the screen of links shows it. */
interface Made {
  readonly id: number;
  readonly shorturl: string;
  readonly longurl: string;
  readonly isCopied: boolean;
  readonly takeBack: () => void;
}

let made: Made | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Who comes back begins with an empty field.
    if (listeners.size === 0) made = null;
  };
}

function show(next: Made | null): void {
  made = next;
  for (const listener of listeners) listener();
}

export function useMadeLink(): Made | null {
  return useSyncExternalStore(subscribe, () => made);
}

export function leaveMadeLink(): void {
  show(null);
}

/** The signpost beside the product's name nods. */
function nod(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document
    .querySelector("[data-mark]")
    ?.animate([{ rotate: "0deg" }, { rotate: "-9deg" }, { rotate: "0deg" }], {
      duration: 180,
      easing: "ease-out",
    });
}

/** Creates a link of an address, with what new links begin with, and copies it. */
export async function createLinkOf(url: string): Promise<void> {
  const { domain, expiry, channel } = await newLinkDefaults();
  const link = await api.call("addLink", {
    body: {
      url,
      ...(domain === "" ? {} : { domain }),
      ...(expiry === "" ? {} : { expiry }),
      ...(channel === null ? {} : { channel }),
    },
  });
  const { id, shorturl } = link;
  const isCopied = await copyText(shorturl);
  nod();
  if (listeners.size === 0) linkMade(link, isCopied);
  else {
    const takeBack = linkMadeInView(link, leaveMadeLink);
    show({ id, shorturl, longurl: url, isCopied, takeBack });
    announce(`${t(isCopied ? "home.madeAndCopied" : "home.made")}: ${shorturl}`);
  }
  // The next one doesn't wait for the lists.
  void refreshLinks();
}
