import { listEnvelope } from "../../contract/envelope.ts";
import { qrData, type qrOperations, type QrType } from "../../contract/qrCodes.ts";
import { Invalid } from "../services/problems.ts";
import { contentOf, type QrCode, type QrCodeService } from "../services/qrCodes.ts";
import type { QrContent } from "../services/qr/qrPayloads.ts";
import type { References } from "../services/references.ts";
import type { ScanStatistics } from "../services/clicks/statistics.ts";
import type { Timestamps } from "../services/timestamps.ts";
import type { AddressPresenter } from "./presentAddress.ts";
import { faultsOf } from "./faults.ts";
import { checkExpected } from "./expectedFields.ts";
import type { HandlersOf } from "./handlers.ts";
import { listRequest } from "./listRequest.ts";

/** What `data` says, by type; only now is the type known. */
function readContent(type: QrType, data: unknown): QrContent {
  const parsed = qrData[type].safeParse(data);
  if (!parsed.success) {
    const faults = Object.entries(faultsOf(parsed.error, data)).map(([field, fault]) => {
      const name = field === "" ? "data" : `data.${field}`;
      return [name, fault.says.startsWith("Invalid") ? { ...fault, says: "is not valid" } : fault];
    });
    throw new Invalid(Object.fromEntries(faults));
  }
  // The schema that was chosen by the type made the data.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return contentOf({ type, data: parsed.data as QrCode["data"] });
}

/** docs/contract.md, "Top lists": counts by name are strings here, unlike a link's. */
function countsAsText(counts: readonly (readonly [name: string, count: number])[]) {
  return Object.fromEntries(counts.map(([name, count]) => [name, String(count)]));
}

export function createQrCodeHandlers(options: {
  qrCodes: QrCodeService;
  scans: ScanStatistics;
  references: References;
  timestamps: Timestamps;
  addresses: AddressPresenter;
}): HandlersOf<typeof qrOperations> {
  const { qrCodes, scans, references, timestamps, addresses } = options;

  const item = (code: QrCode) => ({
    id: code.id,
    link: addresses.qrPicture(code),
    scans: scans.clicksOf(code.id),
    name: addresses.qrName(code),
    date: timestamps.render(code.createdAt),
  });

  const channels = ({ channels: ids = [] }: QrCode) =>
    ids.filter((id) => references.hasChannel(id));

  const details = (code: QrCode) => ({
    ...item(code),
    type: code.type,
    data: code.data,
    background: code.background ?? "rgb(255,255,255)",
    foreground: code.foreground ?? "rgb(0,0,0)",
    logo: code.logo?.source ?? "",
    domain: addresses.base(code.domain),
    dynamic: code.type === "link" || code.isDynamic === true,
    payload: qrCodes.payload(code),
    channel: channels(code),
  });

  function statistics(id: number) {
    const counts = scans.of(id);
    return {
      clicks: counts.clicks,
      uniqueClicks: counts.uniqueClicks,
      topCountries: countsAsText(counts.countries),
      topReferrers: countsAsText(counts.referrers),
      topBrowsers: countsAsText(counts.browsers),
      topOs: countsAsText(counts.systems),
      socialCount: counts.social,
    };
  }

  return {
    async listQrCodes({ query }) {
      return listEnvelope("qrs", await qrCodes.page(listRequest(query)), (code) => ({
        ...item(code),
        type: code.type,
        channel: channels(code),
      }));
    },
    getQrCode({ params }) {
      const code = qrCodes.get(params.id);
      return {
        error: 0,
        details: details(code),
        data: statistics(code.id),
      };
    },
    async addQrCode({ body: { type, data, ...fields } }) {
      const code = await qrCodes.add(readContent(type, data), fields);
      return { error: 0, id: code.id, link: addresses.qrPicture(code) };
    },
    async updateQrCode({ params, body: { data, clear, expect, ...looks } }) {
      const { type } = qrCodes.get(params.id);
      const content = readContent(type, data);
      await qrCodes.update(params.id, content, looks, clear ?? [], (code) => {
        checkExpected(expect, details(code));
      });
      return { error: 0, message: "QR has been updated successfully." };
    },
    async deleteQrCode({ params }) {
      await qrCodes.remove(params.id);
      return { error: 0, message: "QR Code has been deleted successfully." };
    },
  };
}
