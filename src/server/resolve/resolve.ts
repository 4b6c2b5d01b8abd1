import type { Decision, Link, OpenDecision, Visit } from "./model.ts";
import { destination } from "./parameters.ts";
import { isLive } from "./rotate.ts";
import { drawnVariant, hasStarted, isUsedUp, matchingRule } from "./rules/decide.ts";
import { countryTarget, deepLinkAddress, deviceTarget, languageTarget } from "./targeting.ts";

/**
 * What a visit to a link gets; null stands for no such link. The order: docs/decisions.md, "Order
 * of a visit".
 */
export function resolve(link: Link | null, visit: Visit): Decision {
  if (link === null) return { kind: "notFound" };
  const { decisions, parameters } = link;
  if (decisions !== null && !hasStarted(decisions, visit.now)) {
    const { startsAt, showsStart, beforeUrl } = decisions;
    return {
      kind: "notStarted",
      startsAt: showsStart ? startsAt : null,
      elsewhere: destination(beforeUrl, parameters),
    };
  }
  if (!isLive(link, visit.now) || isUsedUp(decisions, visit)) {
    return { kind: "expired", elsewhere: destination(decisions?.afterUrl ?? null, parameters) };
  }
  if (link.isProtected && !visit.isUnlocked) return { kind: "password" };

  // A machine that reads one page is not tracked.
  const isPreviewed = visit.isPreview && link.hasMetadata;
  const rule = isPreviewed ? null : matchingRule(decisions, visit);
  const chosen = rule?.url ?? languageTarget(link, visit) ?? countryTarget(link, visit);
  const target = chosen ?? deviceTarget(link, visit);
  const drawn = target === null && !isPreviewed ? drawnVariant(decisions, visit) : null;
  const to = destination(target ?? drawn?.url ?? null, parameters) ?? link.url;
  if (isPreviewed) return { kind: "preview", to, pixels: [] };

  const by = rule === null ? drawn?.by : { rule: rule.name };
  const { pixels } = link;
  const open = by === undefined ? { to, pixels } : { to, pixels, by };
  const app = chosen === null ? deepLinkAddress(link, visit) : null;
  if (app !== null) return { kind: "deepLink", app, auto: link.deepLink?.auto ?? false, ...open };
  return { ...link.type, ...open };
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
