import type { WholeLink } from "../exchange/write/linkForms.ts";
import type { Link } from "./service.ts";
import type { App } from "../../common/context.ts";
import { presentRules } from "./decisionFields.ts";

/** A link for a file: as answers show it, but what it points at by name, and moments as instants. */
export function createWholeLink(
  app: Pick<App, "store" | "statistics" | "linkPresenter">,
): (link: Link) => WholeLink {
  const { store, statistics, linkPresenter } = app;
  const channels = store.table("channels");
  const pixels = store.table("pixels");
  return (link) => {
    const shown = linkPresenter.details(link);
    return {
      alias: link.alias,
      domain: link.domain === undefined ? "" : (URL.parse(shown.domain)?.host ?? shown.domain),
      url: shown.longurl,
      name: shown.name,
      description: shown.description,
      tags: shown.tags,
      date: link.createdAt,
      expiry: link.expiresAt ?? "",
      archived: shown.archived,
      clicks: statistics.clicksOf(link.id),
      earlierclicks: shown.earlierclicks,
      campaign:
        (shown.campaign === null ? undefined : store.campaigns.get(shown.campaign)?.name) ?? "",
      channels: shown.channel.flatMap((id) => channels.get(id)?.name ?? []),
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
        const found = pixels.get(id);
        return found === undefined ? [] : [{ type: found.type, name: found.name, tag: found.tag }];
      }),
      rules: presentRules(link.rules ?? [], { render: (instant) => instant }),
      starts: link.startsAt ?? "",
      startspublic: link.showsStart === true,
      beforeurl: link.beforeUrl ?? "",
      maxclicks: link.maxClicks ?? 0,
      afterurl: link.afterUrl ?? "",
      split: splitOf(link),
      password: shown.password,
    };
  };
}

/** Without its seed: whoever knows it can tell which variant a visitor gets. */
function splitOf({ split }: Link): WholeLink["split"] {
  if (split === undefined) return null;
  const { variants, endsAt, winner } = split;
  return {
    variants: [...variants],
    ...(endsAt !== undefined && { ends: endsAt }),
    ...(winner !== undefined && { winner }),
  };
}
