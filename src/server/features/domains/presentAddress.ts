import type { DomainService } from "./service.ts";
import { nameOfQrCode, type QrCode } from "../qr/service.ts";

/** Stored things as the addresses that visitors use. */
export interface AddressPresenter {
  /** What addresses on a domain begin with; undefined: the service's own. */
  base(domain: number | undefined): string;
  /** Of a link or a bio page. */
  short(named: { readonly alias: string; readonly domain?: number | undefined }): string;
  qrPicture(code: Pick<QrCode, "code" | "domain">): string;
  qrName(code: QrCode): string;
}

export function createAddressPresenter(domains: Pick<DomainService, "baseOf">): AddressPresenter {
  const base = (domain: number | undefined) => domains.baseOf(domain);
  return {
    base,
    short: ({ alias, domain }) => `${base(domain)}/${encodeURIComponent(alias)}`,
    qrPicture: ({ code, domain }) => `${base(domain)}/qr/${code}`,
    qrName: nameOfQrCode,
  };
}
