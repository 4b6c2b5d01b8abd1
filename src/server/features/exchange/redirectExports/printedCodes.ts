import { webAddress } from "../../../resolve/webAddress.ts";
import type { LinkRecord, QrCodeRecord } from "../../../store/records.ts";
import type { Store } from "../../../store/store.ts";
import { isOfPage } from "../../links/preparedLinks.ts";
import { alikeLinks, plainAlias, type StaticLink } from "./staticLinks.ts";
import type { App } from "../../../common/context.ts";

export interface PrintedCodes {
  /** The link of ours that a code leads to; undefined: none. */
  linkOf(code: QrCodeRecord): LinkRecord | undefined;
  /** Where a scan is led; null: nowhere that comes along. */
  leadOf(code: QrCodeRecord, comesAlong: (link: LinkRecord) => boolean): string | null;
}

export function createPrintedCodes(
  app: Pick<App, "store" | "domains" | "ownAddresses">,
): PrintedCodes {
  const { store, domains, ownAddresses } = app;

  function addressOf({ type, data }: QrCodeRecord): string | null {
    return type === "link" && typeof data === "string" ? webAddress(data.trim()) : null;
  }

  function linkAt(address: string): LinkRecord | undefined {
    const named = ownAddresses.aliasOf(address);
    const link = named === null ? undefined : store.links.byAlias(named.alias, named.domain);
    if (named === null || link === undefined) return undefined;
    return isOfPage(store.bioPages, named.alias, link) ? undefined : link;
  }

  return {
    linkOf(code) {
      const address = addressOf(code);
      return address === null ? undefined : linkAt(address);
    },
    leadOf(code, comesAlong) {
      const address = addressOf(code);
      if (address === null || !plainAlias.test(code.code)) return null;
      if (ownAddresses.placeOf(address) === null) return address;
      const link = linkAt(address);
      if (link === undefined || !comesAlong(link)) return null;
      // An address that links had once would lead to nobody.
      const base = domains.baseOf(link.domain);
      return address.startsWith(`${base}/`) ? address : `${base}/${encodeURIComponent(link.alias)}`;
    },
  };
}

/** The codes that are printed with one host's address, those that are alike side by side. */
export function* staticCodes(
  codes: readonly QrCodeRecord[],
  {
    qrCodes,
    leads,
  }: {
    readonly qrCodes: Pick<Store["qrCodes"], "withAlias">;
    /** Where those lead that come along. */
    readonly leads: ReadonlyMap<QrCodeRecord, string>;
  },
): Generator<StaticLink> {
  const written = new Set<QrCodeRecord>();
  for (const code of codes) {
    if (written.has(code)) continue;
    // Codes are one of a kind, whatever the domain they are printed with.
    const alike = qrCodes.withAlias(code.code);
    for (const one of alike) written.add(one);
    const named = alike.map((one) => ({ alias: one.code, to: leads.get(one) ?? null }));
    yield* alikeLinks("q/", named);
  }
}
