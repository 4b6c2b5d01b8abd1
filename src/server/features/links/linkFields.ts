import type { LinkRecord } from "../../store/records.ts";
import { unknownDomain } from "../domains/service.ts";
import { type Fault, type FaultCode, Invalid } from "../../common/problems.ts";
import type { SentRule, SentSplit } from "../../../contract/fields/decisionFields.ts";
import { readRules, readSplit } from "./decisionFields.ts";
import { excessOf } from "./linkSize.ts";
import { manyTags } from "../tags/linkTags.ts";
import { countryCode } from "../../visitor/countryNames.ts";
import type { App } from "../../common/context.ts";

/**
 * What callers may say of a link. The names are the callers' own, so that faults can name them;
 * undefined: not said.
 */
export interface LinkFields {
  readonly url?: string | undefined;
  readonly custom?: string | undefined;
  readonly type?: SentType | undefined;
  readonly password?: string | undefined;
  readonly domain?: string | undefined;
  /** `YYYY-MM-DD HH:MM:SS` in the account's time zone, or a UTC instant. */
  readonly expiry?: string | undefined;
  readonly geotarget?: readonly { location: string; link: string }[] | undefined;
  readonly devicetarget?: readonly { device: string; link: string }[] | undefined;
  readonly languagetarget?: readonly { language: string; link: string }[] | undefined;
  readonly pixels?: readonly number[] | undefined;
  /** Joins those that it is in. */
  readonly channel?: number | undefined;
  /** All that it is in. */
  readonly channels?: readonly number[] | undefined;
  readonly campaign?: number | undefined;
  readonly deeplink?: DeepLink | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly archived?: boolean | undefined;
  readonly rules?: readonly SentRule[] | undefined;
  /** Of the forms of `expiry`. */
  readonly starts?: string | undefined;
  readonly startspublic?: boolean | undefined;
  readonly beforeurl?: string | undefined;
  readonly maxclicks?: number | undefined;
  readonly afterurl?: string | undefined;
  readonly split?: SentSplit | undefined;
  /** In the record's own terms. */
  readonly plain: PlainDetails;
}

interface DeepLink {
  readonly apple?: string | undefined;
  readonly google?: string | undefined;
  readonly auto: boolean;
}

/** `id`: the splash page of that id, else the overlay of that id. */
type SentType =
  | { readonly kind: "direct" | "frame" | "splash" }
  | { readonly kind: "overlay" | "id"; readonly id: number };

/** Keys that no caller sets or empties by a field of its own name. */
type Own = "id" | "alias" | "createdAt" | "fetchedTitle" | "framing" | "url";

/** What of a record the fields decide; the password is hashed before. */
type Details = Partial<Omit<LinkRecord, Own | "password">>;

/** What is kept as it was sent: neither checked against other records nor of another form. */
export type PlainDetails = Omit<
  Details,
  | "type"
  | "domain"
  | "expiresAt"
  | "countries"
  | "devices"
  | "languages"
  | "pixels"
  | "channels"
  | "campaign"
  | "deepLink"
  | "tags"
  | "isArchived"
  | "rules"
  | "startsAt"
  | "showsStart"
  | "beforeUrl"
  | "maxClicks"
  | "afterUrl"
  | "split"
>;

export type ClearableKey = Exclude<keyof LinkRecord, Own>;

/** Collects faults under the names of fields. */
function createFaults() {
  const faults: Record<string, Fault> = {};
  return {
    add(field: string, code: FaultCode, detail: string) {
      faults[field] = { code, detail };
    },
    set(field: string, fault: Fault) {
      faults[field] = fault;
    },
    throwIfAny() {
      if (Object.keys(faults).length > 0) throw new Invalid(faults);
    },
  };
}

type Faults = ReturnType<typeof createFaults>;

const loop = "must not be a short URL of this server, which would redirect in a loop";

export interface FieldReader {
  /**
   * What the given fields say, in the record's terms; fields that aren't given are not in it.
   * `channel` joins those of `channels`, or that the link is in already. Throws one `Invalid` for all faults.
   */
  read(fields: LinkFields, before: LinkRecord | undefined): Details;
}

export function createFieldReader(
  app: Pick<App, "ownAddresses" | "references" | "domains" | "timestamps" | "linkTags" | "clock">,
): FieldReader {
  const { ownAddresses, references, domains, timestamps, linkTags: tags } = app;

  function checkTarget(faults: Faults, field: string, address: string | undefined): void {
    if (address !== undefined && ownAddresses.leadsBack(address)) faults.add(field, "loop", loop);
  }

  function readType(faults: Faults, type: SentType): NonNullable<LinkRecord["type"]> {
    switch (type.kind) {
      case "direct":
      case "frame":
      case "splash":
        return { kind: type.kind };
      case "overlay":
        if (!references.hasOverlay(type.id))
          faults.add("type", "unknown", `must be an existing overlay, not ${type.id}`);
        return { kind: "overlay", id: type.id };
      case "id":
        if (references.hasSplashPage(type.id)) return { kind: "splash", id: type.id };
        if (!references.hasOverlay(type.id)) {
          faults.add(
            "type",
            "unknown",
            `must be an existing splash page or overlay, not ${type.id}`,
          );
        }
        return { kind: "overlay", id: type.id };
    }
  }

  function readCountries(faults: Faults, sent: NonNullable<LinkFields["geotarget"]>) {
    return sent.map(({ location, link }, index) => {
      const country = countryCode(location.trim());
      if (country === null) {
        faults.add(
          `geotarget[${index}].location`,
          "unknown",
          `must be a country, not "${location}"`,
        );
      }
      checkTarget(faults, `geotarget[${index}].link`, link);
      return { country: country ?? "", url: link };
    });
  }

  function readReferences(
    faults: Faults,
    { pixels, channel, channels, campaign }: LinkFields,
  ): void {
    const unknown = [...new Set(pixels)].filter((id) => !references.hasPixel(id));
    if (unknown.length > 0)
      faults.add("pixels", "unknown", `must be IDs of existing pixels, not ${unknown.join(", ")}`);
    if (channel !== undefined && !references.hasChannel(channel)) {
      faults.add("channel", "unknown", `must be the ID of an existing channel, not ${channel}`);
    }
    const gone = [...new Set(channels)].filter((id) => !references.hasChannel(id));
    if (gone.length > 0)
      faults.add("channels", "unknown", `must be IDs of existing channels, not ${gone.join(", ")}`);
    if (campaign !== undefined && !references.hasCampaign(campaign)) {
      faults.add("campaign", "unknown", `must be the ID of an existing campaign, not ${campaign}`);
    }
  }

  function readDeepLink({ apple, google, auto }: DeepLink): LinkRecord["deepLink"] {
    if (apple === undefined && google === undefined) return undefined;
    return {
      ...(apple === undefined ? {} : { apple }),
      ...(google === undefined ? {} : { google }),
      auto,
    };
  }

  function readDecisions(faults: Faults, fields: LinkFields, before: LinkRecord | undefined) {
    const { rules, starts, startspublic, beforeurl, maxclicks, afterurl, split } = fields;
    rules?.forEach(({ url }, index) => checkTarget(faults, `rules[${index}].url`, url));
    split?.variants.forEach(({ url }, index) =>
      checkTarget(faults, `split.variants[${index}].url`, url),
    );
    checkTarget(faults, "beforeurl", beforeurl);
    checkTarget(faults, "afterurl", afterurl);
    const addFault = (field: string, detail: string) => faults.add(field, "format", detail);
    return {
      ...(rules !== undefined && {
        rules: rules.length === 0 ? undefined : readRules(rules, timestamps, addFault),
      }),
      ...(starts !== undefined && { startsAt: timestamps.parse(starts) }),
      ...(startspublic !== undefined && { showsStart: startspublic || undefined }),
      ...(beforeurl !== undefined && { beforeUrl: beforeurl }),
      ...(maxclicks !== undefined && { maxClicks: maxclicks }),
      ...(afterurl !== undefined && { afterUrl: afterurl }),
      ...(split !== undefined && { split: readSplit(split, before?.split, app) }),
    };
  }

  return {
    read(fields, before) {
      const faults = createFaults();
      checkTarget(faults, "url", fields.url);
      readReferences(faults, fields);
      if (fields.tags !== undefined && !tags.takes(fields.tags))
        faults.add("tags", "long", manyTags);
      const domain = fields.domain === undefined ? null : domains.named(fields.domain);
      if (fields.domain !== undefined && domain === null)
        faults.add("domain", "unknown", unknownDomain);
      fields.devicetarget?.forEach(({ link }, index) => {
        checkTarget(faults, `devicetarget[${index}].link`, link);
      });
      fields.languagetarget?.forEach(({ link }, index) => {
        checkTarget(faults, `languagetarget[${index}].link`, link);
      });
      const { channel, channels } = fields;
      const given: { [Key in keyof Details]: Details[Key] | undefined } = {
        ...fields.plain,
        ...(domain !== null && { domain: domain.id }),
        ...(fields.type !== undefined && { type: readType(faults, fields.type) }),
        ...(fields.expiry !== undefined && { expiresAt: timestamps.parse(fields.expiry) }),
        ...(fields.geotarget !== undefined && {
          countries: readCountries(faults, fields.geotarget),
        }),
        ...(fields.devicetarget !== undefined && {
          devices: fields.devicetarget.map(({ device, link }) => ({ device, url: link })),
        }),
        ...(fields.languagetarget !== undefined && {
          languages: fields.languagetarget.map(({ language, link }) => ({ language, url: link })),
        }),
        ...(fields.pixels !== undefined && { pixels: [...new Set(fields.pixels)] }),
        ...(channels !== undefined && { channels: [...new Set(channels)] }),
        ...(channel !== undefined && {
          channels: [...new Set([...(channels ?? before?.channels ?? []), channel])],
        }),
        ...(fields.campaign !== undefined && { campaign: fields.campaign }),
        ...(fields.deeplink !== undefined && { deepLink: readDeepLink(fields.deeplink) }),
        ...(fields.tags !== undefined && { tags: tags.spelled(fields.tags) }),
        ...(fields.archived !== undefined && { isArchived: fields.archived || undefined }),
        ...readDecisions(faults, fields, before),
      };
      const after = { ...before, ...given };
      const [excess] = excessOf(after, before);
      if (excess !== undefined) faults.set(excess.field, excess.fault);
      const { startsAt, expiresAt } = after;
      const isSaid = fields.starts !== undefined || fields.expiry !== undefined;
      if (isSaid && startsAt !== undefined && expiresAt !== undefined && startsAt >= expiresAt) {
        faults.add("starts", "invalid", "must be before expiry");
      }
      faults.throwIfAny();
      return given;
    },
  };
}
