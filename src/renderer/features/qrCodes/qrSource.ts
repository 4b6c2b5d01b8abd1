import type { z } from "zod";
import { type QrListItem, qrOperations } from "../../../contract/qrCodes.ts";
import { api } from "../../app/client/api.ts";
import { askedOf, type RecordSource } from "../../ui/list/recordSource.ts";

export const qrSource: RecordSource<QrListItem> = {
  key: "qr",
  async page(search, { page, limit }, signal) {
    // What the address says was held against the operation's own words before.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const query = { ...askedOf(search), page, limit } as z.input<
      typeof qrOperations.listQrCodes.query
    >;
    const { data } = await api.call("listQrCodes", { query }, signal);
    return { total: data.result, items: data.qrs };
  },
};

/** Whether a parameter of the address is one that the service takes. */
export function isQrFilter(param: string, value: string): boolean {
  return qrOperations.listQrCodes.query.safeParse({ [param]: value }).success;
}
