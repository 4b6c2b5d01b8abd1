import type { Link, Visit } from "../../../src/server/resolve/model.ts";
import type { VisitFacts } from "../../../src/server/resolve/rules/conditions.ts";

export function link(given: Partial<Link> = {}): Link {
  return {
    url: "https://example.com/",
    parameters: "",
    type: { kind: "direct" },
    expiresAt: null,
    isProtected: false,
    hasMetadata: false,
    languages: [],
    countries: [],
    devices: [],
    deepLink: null,
    pixels: [],
    decisions: null,
    ...given,
  };
}

export function visit(given: Partial<Visit> = {}): Visit {
  return {
    now: 1_000,
    languages: [],
    country: null,
    device: null,
    deviceGroup: null,
    isPreview: false,
    isUnlocked: false,
    ...given,
  };
}

/** Nothing but the moment is known of the visitor. */
export function visitFacts(given: Partial<VisitFacts> = {}): VisitFacts {
  return {
    now: 1_000,
    languages: [],
    country: null,
    device: null,
    isTablet: false,
    browser: null,
    address: null,
    referrer: null,
    parameter: () => [],
    ...given,
  };
}
