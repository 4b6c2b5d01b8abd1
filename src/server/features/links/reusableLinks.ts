import { isDeepStrictEqual } from "node:util";
import { createPauses, fewItems } from "../../common/paging.ts";
import { hasClicksLeft } from "../../resolve/rules/decide.ts";
import type { LinkRecord } from "../../store/records.ts";
import { ofSameTest } from "./decisionFields.ts";
import type { LinkFields } from "./linkFields.ts";
import type { App } from "../../common/context.ts";

type SentLink = LinkFields & { readonly url: string };

const isDeep = (value: unknown) => typeof value === "object";

/** An empty list is none. */
const filled = (value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value);

/**
 * Finds the newest link with an address that is open to everyone and has all given fields. Pauses:
 * thousands of links may have one address, each with hundreds of targets.
 */
export function createReusableLinks({
  store,
  statistics,
  fieldReader,
  clock,
}: Pick<App, "store" | "statistics" | "clock" | "fieldReader">): (
  fields: SentLink,
) => Promise<LinkRecord | undefined> {
  /** Whether a link has begun and isn't used up; one with a start or a limit is only for who asks for that. */
  function isOpenFor(fields: LinkFields, { id, startsAt, maxClicks }: LinkRecord, now: number) {
    if (startsAt !== undefined && fields.starts === undefined && Date.parse(startsAt) > now) {
      return false;
    }
    return (
      maxClicks === undefined ||
      (fields.maxclicks !== undefined && hasClicksLeft(maxClicks, statistics.clicksOf(id)))
    );
  }

  return async (fields) => {
    const read = fieldReader.read(fields, undefined);
    const now = clock();
    const hasAll = comparison(fields, read);

    function isReusable(link: LinkRecord): boolean {
      if (link.url !== fields.url || link.domain !== read.domain) return false;
      if (link.isArchived === true || link.password !== undefined) return false;
      if (link.expiresAt !== undefined && Date.parse(link.expiresAt) <= now) return false;
      if (fields.custom !== undefined && link.alias !== fields.custom) return false;
      return isOpenFor(fields, link, now) && hasAll(link);
    }

    const pause = createPauses();
    let looked = 0;
    for (const id of store.links.ids().toReversed()) {
      looked += 1;
      if (looked % fewItems === 0) await pause();
      const link = store.links.get(id);
      if (link !== undefined && isReusable(link)) return link;
    }
    return undefined;
  };
}

/** Whether a link has all that was read of the fields. What is quickly compared comes first. */
function comparison(
  { channel, channels }: LinkFields,
  read: Partial<LinkRecord>,
): (link: LinkRecord) => boolean {
  const isJoined = channel !== undefined && channels === undefined;
  const given = Object.keys(read)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was read has keys of a link
    .map((key) => key as keyof LinkRecord)
    .toSorted((one, other) => Number(isDeep(read[one])) - Number(isDeep(read[other])));
  return (link) =>
    given.every((key) => {
      if (key === "channels" && isJoined) return link.channels?.includes(channel) === true;
      if (key === "split" && read.split !== undefined && link.split !== undefined) {
        return isDeepStrictEqual(ofSameTest(read.split, link.split), link.split);
      }
      return isDeepStrictEqual(filled(read[key]), filled(link[key]));
    });
}
