import type { Link, Visit } from "../../../src/server/resolve/model.ts";

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
