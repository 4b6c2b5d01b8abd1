import type { Decision, Link, OpenDecision, Visit } from "./model.ts";
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
  const to = chosen ?? deviceTarget(link, visit) ?? link.url;
  // A machine that reads one page is not tracked.
  if (visit.isPreview && link.hasMetadata) return { kind: "preview", to, pixels: [] };

  const { pixels } = link;
  const app = chosen === null ? deepLinkAddress(link, visit) : null;
  if (app !== null)
    return { kind: "deepLink", app, auto: link.deepLink?.auto ?? false, to, pixels };
  return { ...link.type, to, pixels };
}

/** Whether a decision lets the visitor through, and the visit counts. */
export function isOpened(decision: Decision): decision is OpenDecision {
  return "to" in decision;
}

/** Whether nothing stands between the click and the target. */
export function isPlain(
  decision: Decision,
): decision is OpenDecision & { readonly kind: "direct" } {
  return decision.kind === "direct" && decision.pixels.length === 0;
}
