import { createHash } from "node:crypto";
import { mostBody, type WebhookEvent } from "../../../../contract/server/automation/webhooks.ts";
import type { LinkDetails, LinkListItem } from "../../../../contract/resources/links.ts";
import type { PresentAnswer } from "../../overlays/answerHandlers.ts";
import type { Author } from "../../../store/store.ts";

/** What is sent of a link: all of it, or of one that is too large its first fields. */
export type SentLink = Pick<LinkDetails, "id" | "shorturl" | "longurl" | "alias" | "title">;

/** What is sent of a click: nothing by which a visitor could be known again. */
export interface SentClick {
  /** ID, found in `links`. */
  readonly link: number;
  readonly date: string;
  readonly country: string | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly device: string | null;
  readonly language: string | null;
  /** Host. */
  readonly referrer: string | null;
  /** Name of the rule, and ID of the variant of the split, that chose the destination. */
  readonly rule: string | null;
  readonly variant: string | null;
}

export interface ChangedLinks {
  readonly created: readonly number[];
  readonly updated: readonly number[];
  readonly deleted: readonly number[];
}

/** The change set in History, and who made it. */
interface OfChange {
  readonly change: number;
  readonly by: Author;
}

export type HookEvent = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly type: EventType;
} & (
  | ({
      readonly type: "link.created" | "link.updated" | "link.deleted";
      readonly data: SentLink;
    } & OfChange)
  | {
      readonly type: "link.ended";
      readonly data: SentLink;
      readonly reason: "expiry" | "maxclicks";
    }
  | {
      readonly type: "link.clicked";
      readonly data: {
        readonly clicks: readonly SentClick[];
        readonly links: readonly (SentLink | LinkListItem)[];
      };
    }
  | { readonly type: "contact.received"; readonly data: ReturnType<PresentAnswer> }
  | ({
      readonly type: "change.made";
      readonly data: {
        readonly operation: string;
        readonly part: number;
        readonly parts: number;
        readonly links: ChangedLinks;
      };
    } & OfChange)
  | { readonly type: "test"; readonly data: { readonly id: number; readonly name: string } }
);

export type EventType = WebhookEvent | "test";

/** Made of what happened: what is found again after a crash has the same one. */
export function messageId(seed: string, ...facts: readonly (string | number)[]): string {
  const hash = createHash("sha256").update(JSON.stringify([seed, ...facts]));
  return `msg_${hash.digest("base64url").slice(0, 27)}`;
}

/** Bytes around `data`. */
const mostAround = 500;

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A link whose rules and texts would make a body too large is sent without them. */
export function fittingLink<Link extends SentLink>(link: Link, most = mostBody): Link | SentLink {
  if (bytesOf(link) <= most - mostAround) return link;
  const { id, shorturl, longurl, alias, title } = link;
  const short = { id, shorturl, longurl, alias, title, partial: true };
  return bytesOf(short) <= most - mostAround ? short : { ...short, longurl: "", title: "" };
}

/** Ids in parts, each of which has its place in one body. */
export function* partsOf({ created, updated, deleted }: ChangedLinks): Generator<ChangedLinks> {
  const empty = () => ({
    created: [] as number[],
    updated: [] as number[],
    deleted: [] as number[],
  });
  let part = empty();
  let bytes = 0;
  for (const [kind, ids] of Object.entries({ created, updated, deleted })) {
    for (const id of ids) {
      const size = String(id).length + 1;
      if (bytes + size > mostBody - mostAround) {
        yield part;
        part = empty();
        bytes = 0;
      }
      bytes += size;
      // The keys of the object above.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      part[kind as keyof ChangedLinks].push(id);
    }
  }
  if (bytes > 0) yield part;
}

/** Clicks that one event tells of, at most. */
const mostClicks = 100;

/** Clicks in parts, each with the links that it names. */
export function* clickParts(
  clicks: Iterable<SentClick>,
  linkOf: (id: number) => LinkListItem | undefined,
): Generator<{ clicks: SentClick[]; links: (SentLink | LinkListItem)[] }> {
  let part = { clicks: [] as SentClick[], links: new Map<number, SentLink | LinkListItem>() };
  let bytes = 0;
  const whole = () => ({ clicks: part.clicks, links: [...part.links.values()] });
  for (const click of clicks) {
    const found = linkOf(click.link);
    if (found === undefined) continue;
    // One link, however large it is, leaves room for its clicks.
    const link = fittingLink(found, mostBody / 2);
    const clickBytes = bytesOf(click) + 1;
    const size = clickBytes + (part.links.has(click.link) ? 0 : bytesOf(link) + 1);
    if (part.clicks.length === mostClicks || bytes + size > mostBody - mostAround) {
      if (part.clicks.length > 0) yield whole();
      part = { clicks: [], links: new Map() };
      bytes = bytesOf(link) + 1 + clickBytes;
    } else bytes += size;
    part.clicks.push(click);
    part.links.set(click.link, link);
  }
  if (part.clicks.length > 0) yield whole();
}
