import type { QrCodeRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Aliases } from "./aliases.ts";
import type { DomainService } from "./domains.ts";
import type { Pictures } from "./qr/pictures.ts";
import { Invalid } from "./problems.ts";
import { black, type QrDesign, readColour, white } from "./qr/qrDrawing.ts";
import { defaultQrName, type QrContent, qrPayload, sizeFault } from "./qr/qrPayloads.ts";
import type { QrPictures } from "./qr/qrPictures.ts";
import { changed, type Check, createResources, type Resources, withoutEmpty } from "./resources.ts";

export type QrCode = QrCodeRecord;

/** How a code looks and is called, as a caller says it. */
interface Looks {
  /** `rgb(r,g,b)`, as foreground. */
  readonly background?: string | undefined;
  readonly foreground?: string | undefined;
  /** An address or a path in the data folder's `uploads/`. */
  readonly logo?: string | undefined;
  readonly name?: string | undefined;
}

export interface QrCodeService extends Resources<QrCode> {
  add(
    content: QrContent,
    fields: Looks & {
      readonly domain?: string | undefined;
      readonly dynamic?: boolean | undefined;
    },
  ): Promise<QrCode>;
  update(
    id: number,
    content: QrContent,
    fields: Looks,
    clear: readonly ("background" | "foreground" | "logo" | "name")[],
    checkPresent: Check<QrCode>,
  ): Promise<void>;
  remove(id: number): Promise<void>;
  /** By the code in its addresses. */
  find(code: string): QrCode | undefined;
  /** What a scan of the picture reads. */
  payload(code: QrCode): string;
  /** What the picture is drawn from. */
  design(code: QrCode): Promise<QrDesign>;
}

/** What a code says, with its type; the store keeps only what was checked against it. */
export function contentOf({ type, data }: Pick<QrCode, "type" | "data">): QrContent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { type, data } as QrContent;
}

/** Whether what is printed is an address of ours, whatever it leads to. */
export function leadsThroughUs({ type, isDynamic }: Pick<QrCode, "type" | "isDynamic">): boolean {
  return type === "link" || isDynamic === true;
}

/** The name in lists: what the owner said, else what the code says. */
export function nameOfQrCode(code: QrCode): string {
  return code.name ?? defaultQrName(contentOf(code));
}

export function createQrCodes(options: {
  store: Store;
  aliases: Aliases;
  domains: Pick<DomainService, "chosen" | "baseOf">;
  pictures: Pictures;
  qrPictures: Pick<QrPictures, "readability">;
  clock: () => number;
}): QrCodeService {
  const { store, aliases, domains, pictures, qrPictures, clock } = options;
  const codes = createResources(store, "qrCodes", "QR Code", wordsOfQrCode);

  function payload(code: QrCode): string {
    return leadsThroughUs(code)
      ? `${domains.baseOf(code.domain)}/q/${code.code}`
      : directPayload(contentOf(code));
  }

  function chosenDomain(domain: string | undefined): number | undefined {
    return domain === undefined ? undefined : domains.chosen(domain);
  }

  async function loadLogo(source: string | undefined) {
    if (source === undefined) return undefined;
    const { picture, fault } = await pictures.loadLogo(source);
    if (picture === undefined) throw new Invalid({ logo: fault });
    return { source, file: await pictures.keep(picture) };
  }

  async function design(code: QrCode): Promise<QrDesign> {
    const png = code.logo === undefined ? null : await pictures.kept(code.logo.file);
    return {
      payload: payload(code),
      foreground: readColour(code.foreground ?? "") ?? black,
      background: readColour(code.background ?? "") ?? white,
      logo: png === null ? null : { png },
    };
  }

  /** Refuses a code that holds too much or that no camera would read. */
  async function check(code: QrCode): Promise<void> {
    const fault = sizeFault(payload(code), code.logo !== undefined);
    if (fault !== undefined) throw new Invalid({ data: fault });
    const isPlain = [code.background, code.foreground, code.logo].every(
      (look) => look === undefined,
    );
    if (isPlain) return;
    const { verdict, sentence } = await qrPictures.readability(await design(code));
    if (verdict === "refusal") {
      throw new Invalid({ [code.logo === undefined ? "foreground" : "logo"]: sentence });
    }
  }

  return {
    ...codes,
    // Codes are one of a kind, whatever the domain they are printed with.
    find(code) {
      const alike = store.qrCodes.withAlias(code);
      return alike.find((one) => one.code === code) ?? alike[0];
    },
    payload,
    design,
    async add(content, { logo, domain, dynamic, ...looks }) {
      const domainId = chosenDomain(domain);
      const loaded = await loadLogo(logo);
      const code = aliases.random((drawn) => store.qrCodes.withAlias(drawn).length > 0);
      const draft = withoutEmpty<QrCode>({
        id: 1,
        code,
        ...content,
        data: dataOf(content),
        ...looks,
        domain: domainId,
        logo: loaded,
        isDynamic: dynamic === true && content.type !== "link" ? true : undefined,
        createdAt: new Date(clock()).toISOString(),
      });
      directPayload(content);
      await check(draft);
      // The domain may be gone since.
      chosenDomain(domain);
      const record = { ...draft, id: store.nextId("qrCodes") };
      await store.commit([{ put: "qrCodes", record }]);
      return record;
    },
    async update(id, content, { logo, ...looks }, clear, checkPresent) {
      checkPresent(codes.get(id));
      directPayload(content);
      const loaded = await loadLogo(logo);
      const merge = () =>
        changed<QrCode>(
          codes.get(id),
          { data: dataOf(content), ...looks, ...(loaded !== undefined && { logo: loaded }) },
          clear,
        );
      await check(merge());
      // Drawing takes its time: somebody may have changed it since.
      checkPresent(codes.get(id));
      await store.commit([{ put: "qrCodes", record: merge() }]);
    },
    async remove(id) {
      codes.get(id);
      await store.commit([{ remove: "qrCodes", id }]);
    },
  };
}

/** What the content says by its type's standard; refuses what the standard can't say. */
function directPayload(content: QrContent): string {
  const { payload, fault } = qrPayload(content);
  if (payload === undefined) throw new Invalid({ data: fault });
  return payload;
}

/** The data as it is stored: nothing in it is undefined. */
function dataOf({ data }: QrContent): QrCode["data"] {
  return typeof data === "string"
    ? data
    : withoutEmpty<Record<string, string | boolean>>({ ...data });
}

/** The words that a search looks through. */
export function wordsOfQrCode(code: QrCode): readonly (string | undefined)[] {
  const { data } = code;
  const words = typeof data === "string" ? [data] : Object.values(data);
  return [nameOfQrCode(code), ...words.filter((word) => typeof word === "string")];
}
