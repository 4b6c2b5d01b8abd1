import type { LinkDetails } from "../../../contract/links.ts";
import type { Statistics } from "../clicks/statistics.ts";
import type { WholeLink } from "../exchange/write/exportedLinkRow.ts";
import type { Link } from "./service.ts";

interface Pixel {
  readonly type: string;
  readonly name: string;
  readonly tag: string;
}

/** A link for a file: as answers show it, but what it points at by name, and moments as instants. */
export function createWholeLink(options: {
  details: (link: Link) => LinkDetails;
  statistics: Pick<Statistics, "clicksOf">;
  campaignName: (id: number) => string | undefined;
  channelName: (id: number) => string | undefined;
  pixel: (id: number) => Pixel | undefined;
}): (link: Link) => WholeLink {
  const { details, statistics, campaignName, channelName, pixel } = options;
  return (link) => {
    const shown = details(link);
    return {
      alias: link.alias,
      domain: link.domain === undefined ? "" : new URL(shown.domain).host,
      url: shown.longurl,
      name: shown.name,
      description: shown.description,
      tags: shown.tags,
      date: link.createdAt,
      expiry: link.expiresAt ?? "",
      archived: shown.archived,
      clicks: statistics.clicksOf(link.id),
      earlierclicks: shown.earlierclicks,
      campaign: (shown.campaign === null ? undefined : campaignName(shown.campaign)) ?? "",
      channels: shown.channel.flatMap((id) => channelName(id) ?? []),
      source: shown.source,
      status: shown.status,
      type: shown.type,
      metatitle: shown.metatitle,
      metadescription: shown.metadescription,
      metaimage: shown.metaimage,
      parameters: shown.parameters,
      geotarget: shown.geotarget,
      devicetarget: shown.devicetarget,
      languagetarget: shown.languagetarget,
      deeplink: shown.deeplink,
      pixels: shown.pixels.flatMap((id) => {
        const found = pixel(id);
        return found === undefined ? [] : [{ type: found.type, name: found.name, tag: found.tag }];
      }),
      password: shown.password,
    };
  };
}
