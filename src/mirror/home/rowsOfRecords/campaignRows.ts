import { mostCampaignLinks } from "../../../contract/server/edge.ts";
import type { CampaignRow, SlugRow } from "../../wire/rows.ts";
import { inListOrder, isUsable } from "../../../server/features/campaigns/campaignLinks.ts";
import type { LinkRecord } from "../../../server/store/records.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Stays } from "./atHome.ts";
import { isHomeOnly, keptLimits, type LimitOf, rowText } from "./aliasRow.ts";

/** The list of a campaign, which its rotator draws from; null: it isn't public, or stays at home. */
export function campaignRow(
  { campaigns, links }: Pick<Store, "campaigns" | "links">,
  id: number,
  stays: Stays,
  limitOf: LimitOf = keptLimits,
): string | null {
  const campaign = campaigns.get(id);
  if (campaign?.isPublic !== true) return null;
  const members = links.using("campaigns", id);
  if (members.size > mostCampaignLinks) {
    stays(id, "links");
    return null;
  }
  const ordered = inListOrder(members, campaign.linkOrder).flatMap((one) => links.get(one) ?? []);
  const listed = ordered.filter(isUsable).map((link) => listedLink(link, limitOf));
  const row: CampaignRow = {
    v: listed.some(({ startsAt }) => startsAt !== undefined) ? 2 : 1,
    id,
    name: campaign.name,
    links: listed,
  };
  const text = rowText(row);
  if (text === null) stays(id, "list");
  return text;
}

function listedLink(link: LinkRecord, limitOf: LimitOf): CampaignRow["links"][number] {
  const { id, alias, domain, startsAt, expiresAt } = link;
  const isLocked = isHomeOnly(link, limitOf);
  return { id, alias, domain, startsAt, expiresAt, ...(isLocked && { isLocked }) };
}

/** Whether a campaign's list shows a link otherwise than before. */
export function isListedOtherwise(
  former: LinkRecord | undefined,
  next: LinkRecord | undefined,
): boolean {
  return (
    former?.campaign !== next?.campaign ||
    former?.alias !== next?.alias ||
    former?.domain !== next?.domain ||
    former?.startsAt !== next?.startsAt ||
    former?.expiresAt !== next?.expiresAt ||
    (former && isHomeOnly(former, keptLimits)) !== (next && isHomeOnly(next, keptLimits)) ||
    former?.url !== next?.url
  );
}

/** The campaigns that a rotator's address leads to, in any spelling; null: none. */
export function slugRow({ campaigns }: Pick<Store, "campaigns">, folded: string): string | null {
  const found = campaigns.withAlias(folded).filter(({ isPublic }) => isPublic === true);
  if (found.length === 0) return null;
  const row: SlugRow = { v: 1, campaigns: found.map(({ id, slug }) => ({ id, slug })) };
  return rowText(row);
}
