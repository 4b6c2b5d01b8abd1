import { listEnvelope } from "../../../contract/envelope.ts";
import {
  logoSizes,
  qrData,
  type qrOperations,
  type QrType,
} from "../../../contract/resources/qrCodes.ts";
import { Invalid } from "../../common/problems.ts";
import { holdingOf, type QrCode } from "./service.ts";
import type { QrRepair } from "./qrReadability.ts";
import { contentOf, type QrContent } from "./qrPayloads.ts";
import { faultsOf } from "../../../contract/schemaFaults.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { Rgb } from "../../../util/contrast.ts";
import type { App } from "../../common/context.ts";

/** What `data` says, by type; only now is the type known. */
function readContent(type: QrType, data: unknown): QrContent {
  const parsed = qrData[type].safeParse(data);
  if (!parsed.success) {
    const faults = Object.entries(faultsOf(parsed.error, data)).map(([field, fault]) => {
      const name = field === "" ? "data" : `data.${field}`;
      return [
        name,
        fault.detail.startsWith("Invalid")
          ? { ...fault, detail: "isn't an accepted value" }
          : fault,
      ];
    });
    throw new Invalid(Object.fromEntries(faults));
  }
  // The schema that was chosen by the type made the data.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return contentOf({ type, data: parsed.data as QrCode["data"] });
}

/** Millimetres of a module below which printed codes are read no more by many a telephone. */
const leastModule = 0.4;

const rgb = (colour: Rgb) => `rgb(${colour.join(",")})`;

/** docs/api.md, "Top lists": counts by name are strings here, unlike a link's. */
function countsAsText(counts: readonly (readonly [name: string, count: number])[]) {
  return Object.fromEntries(counts.map(([name, count]) => [name, String(count)]));
}

export function createQrCodeHandlers(app: App): HandlersOf<typeof qrOperations> {
  const { qrCodes, qrLists, qrExports, qrPictures, references, timestamps, addresses } = app;
  const { scans } = app.statistics;

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
    logosize: code.logoSize ?? logoSizes.usual,
    correction: code.correction ?? ("" as const),
    pattern: code.pattern ?? ("square" as const),
    eyes: code.eyes ?? ("square" as const),
    frame: code.frame ?? ("" as const),
    caption: code.caption ?? "",
    domain: addresses.base(code.domain),
    dynamic: code.type === "link" || code.isDynamic === true,
    payload: qrCodes.payload(code),
    named: code.name !== undefined,
    leastwidth: Math.ceil(qrCodes.modules(code) * leastModule),
    channel: channels(code),
  });

  const fieldsOf = ({ foreground, background, logoShare, isCorrectionAutomatic }: QrRepair) => ({
    ...(foreground !== undefined && { foreground: rgb(foreground) }),
    ...(background !== undefined && { background: rgb(background) }),
    ...(logoShare !== undefined && { logosize: Math.round(logoShare * 100) }),
    ...(isCorrectionAutomatic === true && { correction: "" }),
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
      const found = await qrLists.page(query);
      return listEnvelope("qrs", found, (code) => ({
        ...item(code),
        type: code.type,
        channel: channels(code),
        leads: holdingOf(code),
        domain: addresses.base(code.domain),
        caption: code.caption ?? "",
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
    async previewQrCode({ body: { type, data, ...fields } }) {
      const design = await qrCodes.designOfDraft(readContent(type, data), fields);
      const judged = await qrPictures.judged(design);
      return {
        error: 0,
        data: {
          svg: judged.svg,
          payload: design.payload,
          modules: judged.modules,
          contrast: Math.floor(judged.contrast * 10) / 10,
          scans: judged.scans,
          leastwidth: Math.ceil(judged.modules * leastModule),
          concerns: judged.concerns.map(({ concern, sentence, repair }) => ({
            code: repair?.logoShare === undefined ? concern : ("logoTooLarge" as const),
            message: sentence,
            repair: repair === null ? null : fieldsOf(repair),
          })),
        },
      };
    },
    getQrPicture({ params, query: { format = "png", size } }) {
      return qrExports.picture(qrCodes.get(params.id), { format, size });
    },
    exportQrCodes({ body: { ids, format = "png", size } }) {
      return qrExports.pictures(ids, { format, size });
    },
    async keepLogo({ body }) {
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      return { error: 0, logo: await qrCodes.keepLogo(Buffer.concat(pieces)) };
    },
    async deleteQrCode({ params }) {
      await qrCodes.remove(params.id);
      return { error: 0, message: "QR Code has been deleted successfully." };
    },
  };
}
