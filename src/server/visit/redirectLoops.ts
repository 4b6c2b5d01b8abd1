import { isOpened, resolve } from "../resolve/resolve.ts";
import type { Decision, Link, Visit } from "../resolve/model.ts";
import { webAddress } from "../resolve/webAddress.ts";
import { aliasInPath } from "./aliasInPath.ts";
import { placeInPath } from "./placeInPath.ts";
import { qrAddressIn } from "./qr/qrAddress.ts";
import type { Lookups } from "./visitModel.ts";

export interface LoopParts extends Pick<Lookups, "preparedLinks" | "qrCodes" | "ownPlace"> {
  readonly places: Pick<Lookups["places"], "bioPage" | "campaignOfSlug" | "liveLinks">;
  readonly domains: Pick<Lookups["domains"], "get">;
}

/** Steps that are followed: nobody builds longer ways on purpose. */
const mostSteps = 200;
/** Links that are decided about: conditions of rules take their time. */
const mostDecisions = 200;
/** Links of a campaign that are looked at: its rotator may lead to any of them. */
const mostRotated = 100;

interface Step {
  /** One name for each thing that leads on, however its address is written. */
  readonly name: string;
  /** Addresses that it redirects to, or links whose decisions it follows. */
  readonly leadsTo: () => readonly (string | Link)[];
}

/**
 * Whether an address leads this visitor on, over links and redirects of the service itself, to what
 * it is asked from: a browser would go round for ever, as our pages lead on by script.
 */
export function isRedirectLoop(
  parts: LoopParts,
  { from, to, visit }: { readonly from: string; readonly to: string; readonly visit: Visit },
): boolean {
  // Whoever has given a password once isn't asked again.
  const person = { ...visit, isUnlocked: true };
  const seen = new Set<string>();
  const next = [to];
  let decisions = 0;
  for (let address = next.pop(); address !== undefined; address = next.pop()) {
    const step = stepAt(parts, address, visit.now);
    if (step === null || seen.has(step.name)) continue;
    if (step.name === from) return true;
    seen.add(step.name);
    if (seen.size > mostSteps) return true;
    for (const onward of step.leadsTo()) {
      if (typeof onward === "string") next.push(onward);
      else if (++decisions > mostDecisions) return true;
      else next.push(...wayOf(resolve(onward, person)));
    }
  }
  return false;
}

export function linkStep(id: number): string {
  return `link ${id}`;
}

export function rootStep(domain: number | undefined): string {
  return `root ${domain ?? ""}`;
}

export function unknownStep(domain: number | undefined): string {
  return `unknown ${domain ?? ""}`;
}

/** Null: the address leads elsewhere, or to something that leads nobody on by itself. */
function stepAt(parts: LoopParts, address: string, now: number): Step | null {
  const place = parts.ownPlace(address);
  if (place === null) return null;
  const { domain, path } = place;
  const record = domain === undefined ? undefined : parts.domains.get(domain);
  const redirects = (target: string | undefined) => () =>
    [webAddress(target ?? "")].filter((one) => one !== null);

  const alias = aliasInPath(path);
  if (alias === "") return { name: rootStep(domain), leadsTo: redirects(record?.redirectRoot) };
  const prepared = alias === null ? undefined : parts.preparedLinks.find(alias, domain);
  if (prepared !== undefined) {
    return { name: linkStep(prepared.id), leadsTo: () => [prepared.link] };
  }
  if (alias !== null && parts.places.bioPage(alias, domain) !== undefined) return null;

  const scanned = scanTarget(parts, path);
  if (scanned !== null) return { name: `scan ${path}`, leadsTo: redirects(scanned) };
  const inPath = placeInPath(path);
  const campaign =
    inPath?.kind === "rotator" ? parts.places.campaignOfSlug(inPath.slug) : undefined;
  if (campaign !== undefined) {
    const live = parts.places.liveLinks(campaign.id, now);
    const leadsTo = () => live.inOrder(0, mostRotated).map(({ link }) => link);
    return { name: `rotator ${campaign.id}`, leadsTo };
  }
  return { name: unknownStep(domain), leadsTo: redirects(record?.redirect404) };
}

/** What a scan at a path leads to, as it is kept; null: nothing there that leads on. */
function scanTarget({ qrCodes }: LoopParts, path: string): string | null {
  const address = qrAddressIn(path);
  const code = address?.kind === "scan" ? qrCodes.find(address.code) : undefined;
  return code?.type === "link" && typeof code.data === "string" ? code.data : null;
}

/** A preview page is for machines that read one page. */
function wayOf(decision: Decision): readonly string[] {
  if (isOpened(decision)) return decision.kind === "preview" ? [] : [decision.to];
  return "elsewhere" in decision && decision.elsewhere !== null ? [decision.elsewhere] : [];
}
