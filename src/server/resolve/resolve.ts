import { destination } from "./destination.ts";
import type { Decision, Link, Visit } from "./model.ts";
import { isLive } from "./rotate.ts";
import { countryTarget, deepLinkAddress, deviceTarget, languageTarget } from "./targeting.ts";

/**
 * What a visit to a link gets; null stands for no such link. The order: docs/decisions.md, "Order
 * of a visit".
 */
export function resolve(link: Link | null, visit: Visit): Decision {
  if (link === null) return { kind: "notFound" };
  if (!isLive(link, visit.now)) return { kind: "expired" };
  if (link.isProtected && !visit.isUnlocked) return { kind: "password" };

  const chosen = languageTarget(link, visit) ?? countryTarget(link, visit);
  const to = destination(chosen ?? deviceTarget(link, visit) ?? link.url, link.parameters);
  if (visit.isPreview && link.hasMetadata) return { kind: "preview", to };

  const app = chosen === null ? deepLinkAddress(link, visit) : null;
  if (app !== null) return { kind: "deepLink", app, auto: link.deepLink?.auto ?? false, to };
  return byType(link, to);
}

function byType({ type, pixels }: Link, to: string): Decision {
  switch (type.kind) {
    case "direct":
      return { kind: "redirect", to, pixels };
    case "frame":
      return { kind: "frame", to, pixels };
    case "splash":
      return { kind: "splash", id: type.id ?? null, to, pixels };
    case "overlay":
      return { kind: "overlay", id: type.id, to, pixels };
  }
}
