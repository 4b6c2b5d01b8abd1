import { type Message, message } from "../../../contract/messages/messages.ts";
import { isDeepStrictEqual } from "node:util";
import type { Collection, LinkRecord, RecordOf } from "../../store/records.ts";
import { mostIn } from "../../common/mostOf.ts";
import type { StagedStore } from "./stagedStore.ts";
import type { Fields } from "./decision.ts";
import type { App } from "../../common/context.ts";

/** A rule that a change would break. */
export interface Violation {
  readonly field: string | null;
  readonly detail: Message;
}

/** What holds whatever is changed, taken back or brought back, and however much is forced. */
export interface Invariants {
  /**
   * Why one record can't become another; null: it can. The draft has the new one already.
   *
   * @param at when the record was last what it is to become: names that were alike then may be again
   */
  violation(
    draft: StagedStore,
    collection: Collection,
    change: { readonly before: Fields | undefined; readonly after: Fields | undefined },
    at?: number,
  ): Violation | null;
}

interface Change<Item> {
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Others, by an alias of links and bio pages. */
interface Holder {
  readonly alias: string;
  readonly domain?: number | undefined;
}

const domainGone: Violation = { field: "domain", detail: message("record.domainGone") };

export function createInvariants(
  app: Pick<App, "aliases" | "ownAddresses" | "settingsStore">,
): Invariants {
  const { aliases, ownAddresses, settingsStore } = app;

  function aliasRefusal(
    draft: StagedStore,
    self: { readonly collection: "links" | "bioPages"; readonly id: number },
    before: Holder | undefined,
    { alias, domain }: Holder,
    at: number,
  ): Violation | null {
    if (domain !== undefined && draft.table("domains").get(domain) === undefined) return domainGone;
    if (before?.alias === alias && before.domain === domain) return null;
    if (aliases.isReserved(alias)) {
      return { field: "alias", detail: message("record.aliasKept", { alias }) };
    }
    const taken = (["links", "bioPages"] as const).some((collection) =>
      draft[collection].isTaken(
        { name: alias, domain },
        { id: collection === self.collection ? self.id : null, since: at },
      ),
    );
    return taken ? { field: "alias", detail: message("record.aliasTaken", { alias }) } : null;
  }

  function loopViolation(before: LinkRecord | undefined, after: LinkRecord): Violation | null {
    const detail = message("record.loop");
    if (before?.url !== after.url && ownAddresses.leadsBack(after.url))
      return { field: "url", detail };
    for (const field of ["countries", "devices", "languages", "rules", "split"] as const) {
      if (isDeepStrictEqual(before?.[field], after[field])) continue;
      const value = after[field];
      const targets = value !== undefined && "variants" in value ? value.variants : value;
      if (targets?.some(({ url }) => ownAddresses.leadsBack(url)) === true) {
        return { field, detail };
      }
    }
    for (const field of ["beforeUrl", "afterUrl"] as const) {
      const url = after[field];
      if (url !== undefined && url !== before?.[field] && ownAddresses.leadsBack(url)) {
        return { field, detail };
      }
    }
    return null;
  }

  /**
   * What is newly named must be there. A record that comes back may go on naming what was deleted
   * since, as one that had stayed would.
   */
  function referenceViolation(
    draft: StagedStore,
    before: LinkRecord,
    after: LinkRecord,
  ): Violation | null {
    for (const [field, code] of [
      ["channels", "record.channelGone"],
      ["pixels", "record.pixelGone"],
    ] as const) {
      const added = (after[field] ?? []).filter((id) => before[field]?.includes(id) !== true);
      const missing = added.find((id) => draft.table(field).get(id) === undefined);
      if (missing !== undefined) return { field, detail: message(code, { id: missing }) };
    }
    const { campaign, type } = after;
    if (campaign !== undefined && campaign !== before.campaign) {
      if (draft.table("campaigns").get(campaign) === undefined) {
        return { field: "campaign", detail: message("record.campaignGone", { id: campaign }) };
      }
    }
    if (type === undefined || isDeepStrictEqual(type, before.type)) return null;
    if (type.kind === "overlay" && draft.table("overlays").get(type.id) === undefined) {
      return { field: "type", detail: message("record.overlayGone", { id: type.id }) };
    }
    if (type.kind === "splash" && type.id !== undefined) {
      if (draft.table("splashPages").get(type.id) === undefined) {
        return { field: "type", detail: message("record.splashGone", { id: type.id }) };
      }
    }
    return null;
  }

  function linkViolation(draft: StagedStore, { before, after }: Change<LinkRecord>, at: number) {
    if (after === undefined) return null;
    const self = { collection: "links", id: after.id } as const;
    return (
      aliasRefusal(draft, self, before, after, at) ??
      loopViolation(before, after) ??
      (before === undefined ? null : referenceViolation(draft, before, after))
    );
  }

  function bioPageViolation(draft: StagedStore, change: Change<RecordOf<"bioPages">>, at: number) {
    const { before, after } = change;
    if (after === undefined) return null;
    return aliasRefusal(draft, { collection: "bioPages", id: after.id }, before, after, at);
  }

  function qrCodeViolation(
    draft: StagedStore,
    { after }: Change<RecordOf<"qrCodes">>,
  ): Violation | null {
    if (after === undefined) return null;
    const { id, domain, code } = after;
    if (domain !== undefined && draft.table("domains").get(domain) === undefined) return domainGone;
    return draft.qrCodes.isTaken({ name: code }, { id, since: Number.NEGATIVE_INFINITY })
      ? { field: "code", detail: message("record.codeTaken") }
      : null;
  }

  function campaignViolation(
    draft: StagedStore,
    change: Change<RecordOf<"campaigns">>,
  ): Violation | null {
    const { before, after } = change;
    if (after === undefined) return null;
    const { id, slug, name } = after;
    if (slug !== before?.slug) {
      if (draft.campaigns.isTaken({ name: slug }, { id, since: Number.NEGATIVE_INFINITY })) {
        return { field: "slug", detail: message("record.slugTaken", { slug }) };
      }
    }
    if (name === before?.name || !draft.isKeyShared("campaigns", after)) return null;
    return nameTaken(after);
  }

  function channelViolation(
    draft: StagedStore,
    change: Change<RecordOf<"channels">>,
  ): Violation | null {
    const { before, after } = change;
    if (after === undefined || after.name === before?.name) return null;
    return draft.isKeyShared("channels", after) ? nameTaken(after) : null;
  }

  function domainViolation(draft: StagedStore, { before, after }: Change<RecordOf<"domains">>) {
    if (after === undefined) {
      return before !== undefined && draft.isDomainUsed(before.id)
        ? { field: null, detail: message("record.domainUsed") }
        : null;
    }
    if (after.domain === before?.domain) return null;
    if (ownAddresses.isOwnHost(after.domain)) {
      return { field: "domain", detail: message("record.ownDomain") };
    }
    return draft.isKeyShared("domains", after)
      ? { field: "domain", detail: message("record.domainTaken", { domain: after.domain }) }
      : null;
  }

  return {
    violation(draft, collection, change, at = Number.NEGATIVE_INFINITY) {
      // Whoever changes a collection does it with its records.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const as = <C extends Collection>() => change as unknown as Change<RecordOf<C>>;
      const most = mostIn(collection) ?? Number.POSITIVE_INFINITY;
      if (
        change.before === undefined &&
        change.after !== undefined &&
        draft.size(collection) > most
      ) {
        return { field: null, detail: message("record.tooMany", { collection, most }) };
      }
      switch (collection) {
        case "links":
          return linkViolation(draft, as<"links">(), at);
        case "bioPages":
          return bioPageViolation(draft, as<"bioPages">(), at);
        case "qrCodes":
          return qrCodeViolation(draft, as<"qrCodes">());
        case "campaigns":
          return campaignViolation(draft, as<"campaigns">());
        case "channels":
          return channelViolation(draft, as<"channels">());
        case "domains":
          return domainViolation(draft, as<"domains">());
        case "settings":
          return settingsStore.faultIn(as<"settings">().after?.values ?? {});
        case "views":
          return viewViolation(draft, as<"views">());
        case "pixels":
        case "overlays":
        case "splashPages":
        case "contactAnswers":
        case "account":
        case "clickImports":
          return null;
      }
    },
  };
}

/** One that was kept again under its name has taken its place. */
function viewViolation(
  draft: StagedStore,
  { before, after }: Change<RecordOf<"views">>,
): Violation | null {
  if (after === undefined || after.name === before?.name) return null;
  return draft.isKeyShared("views", after) ? nameTaken(after) : null;
}

function nameTaken({ name }: { readonly name: string }): Violation {
  return { field: "name", detail: message("record.nameTaken", { name }) };
}
