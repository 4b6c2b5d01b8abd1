import type { QueryOf } from "../../../contract/operation.ts";
import type { qrOperations, qrOrders } from "../../../contract/resources/qrCodes.ts";
import { sortedBy } from "../../common/sortedBy.ts";
import { matchingPage, type PageOf } from "../../common/paging.ts";
import { nameOfQrCode, type QrCode, wordsOfQrCode } from "./service.ts";
import { createSearch } from "../../common/search.ts";
import type { App } from "../../common/context.ts";
import { normalized } from "../../../contract/fields/normalized.ts";
import { oncePerRecord } from "../../../util/oncePerRecord.ts";

type QrOrder = (typeof qrOrders)[number];

/** Which codes are meant, and in what order; all that is given must hold. */
type QrList = QueryOf<typeof qrOperations.listQrCodes>;

export interface QrLists {
  page(request: QrList): Promise<PageOf<QrCode>>;
}

const sortedName = oncePerRecord((code: QrCode) =>
  normalized(nameOfQrCode(code), "NFKC").toLowerCase(),
);

const ownDirections = { date: "desc", name: "asc", scans: "desc", type: "asc" } as const;

export function createQrLists(app: Pick<App, "store" | "statistics" | "ownAddresses">): QrLists {
  const { store, ownAddresses } = app;
  const { scans } = app.statistics;
  const codes = store.qrCodes;

  function leadsTo({ type, data }: QrCode, link: number): boolean {
    const named = type === "link" && typeof data === "string" ? ownAddresses.aliasOf(data) : null;
    return named !== null && store.links.byAlias(named.alias, named.domain)?.id === link;
  }

  function matcher({ q, type, channel, link, unscanned }: Omit<QrList, "order" | "direction">) {
    const finds = createSearch(q);
    return (code: QrCode): boolean =>
      (type === undefined || code.type === type) &&
      (channel === undefined || code.channels?.includes(channel) === true) &&
      (unscanned === undefined || (scans.clicksOf(code.id) === 0) === unscanned) &&
      (link === undefined || leadsTo(code, link)) &&
      (finds === undefined || finds(wordsOfQrCode(code)));
  }

  function keyOf(order: Exclude<QrOrder, "date">, code: QrCode): string | number {
    switch (order) {
      case "name":
        return sortedName(code);
      case "scans":
        return scans.clicksOf(code.id);
      case "type":
        return code.type;
    }
  }

  async function sorted(order: QrOrder, direction: "asc" | "desc"): Promise<readonly QrCode[]> {
    if (order !== "date") return sortedBy(codes.values(), (code) => keyOf(order, code), direction);
    const newestFirst = codes.newest(0, codes.size);
    return direction === "desc" ? newestFirst : newestFirst.toReversed();
  }

  return {
    async page({ order = "date", direction = ownDirections[order], ...request }) {
      const { page, limit, q, type, channel, link, unscanned } = request;
      const isWhole = [q || undefined, type, channel, link, unscanned].every(
        (one) => one === undefined,
      );
      const known = isWhole ? codes.size : null;
      const all = await sorted(order, direction);
      return matchingPage(all, matcher(request), { page, limit }, known);
    },
  };
}
