import { counted } from "../../../../contract/counted.ts";
import type { WebhookKind } from "../../../../contract/server/automation/webhooks.ts";
import type { HookEvent } from "./events.ts";

/** Characters of one text of others. */
const longestText = 500;
/** Characters of a message; Discord takes 2,000. */
const longestMessage = 1_900;
/** Links that a message about clicks names. */
const mostNamed = 5;

/** On one line, without characters that turn the writing around or can't be seen. */
function plain(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length <= longestText ? line : `${line.slice(0, longestText - 1).toWellFormed()}…`;
}

function linkText({ shorturl, longurl }: { readonly shorturl: string; readonly longurl: string }) {
  return `${plain(shorturl)} → ${plain(longurl)}`;
}

/** An event as a sentence for people. */
function sentenceOf(event: HookEvent): string {
  switch (event.type) {
    case "link.created":
      return `New link: ${linkText(event.data)}`;
    case "link.updated":
      return `Link updated: ${linkText(event.data)}`;
    case "link.deleted":
      return `Link deleted: ${linkText(event.data)}`;
    case "link.ended":
      return `Link ended: ${linkText(event.data)}`;
    case "link.clicked": {
      const { clicks, links } = event.data;
      const named = links.map(({ id, shorturl }) => {
        const count = clicks.filter(({ link }) => link === id).length;
        return `${plain(shorturl)} (${count})`;
      });
      const others = named.length > mostNamed ? " …" : "";
      return `${counted(clicks.length, "click")}: ${named.slice(0, mostNamed).join(", ")}${others}`;
    }
    case "contact.received": {
      const { name, email, phone, message } = event.data;
      const from = [name, email, phone].map(plain).filter((text) => text !== "");
      return `Message from ${from.join(", ") || "a visitor"}: ${plain(message)}`;
    }
    case "change.made": {
      const { links, part, parts } = event.data;
      const words = [
        [links.created.length, "created"],
        [links.updated.length, "updated"],
        [links.deleted.length, "deleted"],
      ] as const;
      const said = words.filter(([count]) => count > 0);
      const text = said.map(([count, what]) => `${counted(count, "link")} ${what}`).join(", ");
      return parts === 1 ? text : `${text} (part ${part} of ${parts})`;
    }
    case "test":
      return `Test from Waypost: ${plain(event.data.name)}`;
  }
}

/** What a service for messages is sent about an event. */
function messageBody(
  event: HookEvent,
  kind: Exclude<WebhookKind, "standard">,
  chat: string | null,
): string {
  const sentence = sentenceOf(event).slice(0, longestMessage).toWellFormed();
  switch (kind) {
    case "slack": {
      // A text that others wrote must not call a whole channel.
      const text = sentence
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;");
      return JSON.stringify({ text, unfurl_links: false, unfurl_media: false });
    }
    case "discord": {
      const suppressEmbeds = 4;
      return JSON.stringify({
        content: sentence,
        allowed_mentions: { parse: [] },
        flags: suppressEmbeds,
      });
    }
    case "telegram":
      return JSON.stringify({
        chat_id: chat ?? "",
        text: sentence,
        link_preview_options: { is_disabled: true },
      });
    case "ntfy":
      return sentence;
  }
}

export function contentTypeOf(kind: WebhookKind): string {
  return kind === "ntfy" ? "text/plain; charset=utf-8" : "application/json";
}

/** Just what is signed and sent. */
export function bodyOf(event: HookEvent, kind: WebhookKind, chat: string | null): string {
  if (kind !== "standard") return messageBody(event, kind, chat);
  const { type, at, data, ...more } = event;
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data, ...more });
}
