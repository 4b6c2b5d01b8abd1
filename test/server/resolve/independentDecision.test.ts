import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Decision, Visit } from "../../../src/server/resolve/model.ts";
import { prepareLink, type StoredLink } from "../../../src/server/resolve/prepareLink.ts";
import { resolve } from "../../../src/server/resolve/resolve.ts";
import { generatedVisit, storedLink } from "./generated.ts";
import { runs } from "../../support/full.ts";

/**
 * "What a visitor gets" once more, as a list of questions in the order of the specification, with
 * none of the shortcuts of the real one.
 */
function reference(link: StoredLink, visit: Visit): Decision {
  const matching: string[] = [];
  for (const spoken of visit.languages)
    for (const target of link.languages ?? [])
      if (target.language === spoken) matching.push(target.url);
  for (const target of link.countries ?? [])
    if (visit.country !== null && target.country === visit.country) matching.push(target.url);
  const isForPlaceOrLanguage = matching.length > 0;
  for (const target of link.devices ?? [])
    if ([visit.device, visit.deviceGroup].some((known) => known === target.device))
      matching.push(target.url);
  matching.push(link.url);

  const chosen = new URL(matching[0] ?? "");
  for (const { name, value } of link.parameters ?? []) {
    if (name === "") continue;
    const added = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    chosen.search = chosen.search === "" ? `?${added}` : `${chosen.search}&${added}`;
  }
  const to = chosen.href;

  if (link.expiresAt !== undefined && visit.now >= Date.parse(link.expiresAt))
    return { kind: "expired" };
  if (link.password !== undefined && !visit.isUnlocked) return { kind: "password" };
  const hasMetadata = [link.metaTitle, link.metaDescription, link.metaImage].some(Boolean);
  if (visit.isPreview && hasMetadata) return { kind: "preview", to, pixels: [] };
  const { pixels = [], type = { kind: "direct" } } = link;
  if (link.deepLink !== undefined && !isForPlaceOrLanguage) {
    const isApple = visit.device === "iphone" || visit.device === "ipad";
    const isGoogle = visit.device === "android";
    const app = isApple ? link.deepLink.apple : isGoogle ? link.deepLink.google : undefined;
    if (app !== undefined) return { kind: "deepLink", app, auto: link.deepLink.auto, to, pixels };
  }
  if (type.kind === "frame") return { kind: "frame", to, pixels };
  if (type.kind === "splash") return { kind: "splash", id: type.id, to, pixels };
  if (type.kind === "overlay") return { kind: "overlay", id: type.id, to, pixels };
  return { kind: "direct", to, pixels };
}

test("every link and visit gets what the specification read aloud would give", () => {
  fc.assert(
    fc.property(storedLink, generatedVisit, (one, other) => {
      expect(resolve(prepareLink(one), other)).toEqual(reference(one, other));
    }),
    { numRuns: runs(1_000) },
  );
});
