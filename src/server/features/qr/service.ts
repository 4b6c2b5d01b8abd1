import type { QrEyes, QrFrame, QrPattern } from "../../../contract/resources/qrCodes.ts";
import type { Pictures } from "./pictures.ts";
import { LRUCache } from "lru-cache";
import type { QrCodeRecord } from "../../store/records.ts";
import { Invalid } from "../../common/problems.ts";
import {
  black,
  modulesOf,
  type QrCorrection,
  type QrDesign,
  readColour,
  white,
} from "./qrDrawing.ts";
import { contentOf, defaultQrName, type QrContent, qrPayload, sizeFault } from "./qrPayloads.ts";
import {
  changed,
  type Check,
  createResources,
  type Resources,
  withoutEmpty,
} from "../../common/resources.ts";
import type { App, Core } from "../../common/context.ts";

export type QrCode = QrCodeRecord;

/** How a code looks and is called, as a caller says it. */
export interface QrLooks {
  /** `rgb(r,g,b)`, as foreground. */
  readonly background?: string | undefined;
  readonly foreground?: string | undefined;
  /** An address or a path in the data folder's `uploads/`. */
  readonly logo?: string | undefined;
  /** Percent of the code's width. */
  readonly logosize?: number | undefined;
  readonly correction?: QrCorrection | undefined;
  readonly pattern?: QrPattern | undefined;
  readonly eyes?: QrEyes | undefined;
  readonly frame?: QrFrame | undefined;
  readonly name?: string | undefined;
  readonly caption?: string | undefined;
  /** The channels that it is in. */
  readonly channel?: readonly number[] | undefined;
}

/** What an update can empty, by the callers' names. */
type Clearable = keyof QrLooks;

const storedAs = {
  background: "background",
  foreground: "foreground",
  logo: "logo",
  logosize: "logoSize",
  correction: "correction",
  pattern: "pattern",
  eyes: "eyes",
  frame: "frame",
  name: "name",
  caption: "caption",
  channel: "channels",
} as const satisfies Record<Clearable, keyof QrCode>;

export interface QrCodeService extends Resources<QrCode> {
  add(
    content: QrContent,
    fields: QrLooks & {
      readonly domain?: string | undefined;
      readonly dynamic?: boolean | undefined;
    },
  ): Promise<QrCode>;
  update(
    id: number,
    content: QrContent,
    fields: QrLooks,
    clear: readonly Clearable[],
    checkPresent: Check<QrCode>,
  ): Promise<void>;
  remove(id: number): Promise<void>;
  /** By the code in its addresses. */
  find(code: string): QrCode | undefined;
  /** What a scan of the picture reads. */
  payload(code: QrCode): string;
  /** Modules of the picture from edge to edge, quiet zone included. */
  modules(code: QrCode): number;
  /** What the picture is drawn from. */
  design(code: QrCode): Promise<QrDesign>;
  /** The same with the logo at hand; null: it has none. */
  designWith(code: QrCode, logo: Uint8Array | null): QrDesign;
  /** What a code of that content and look would be drawn from, which is kept nowhere. */
  designOfDraft(
    content: QrContent,
    fields: QrLooks & {
      readonly domain?: string | undefined;
      readonly dynamic?: boolean | undefined;
      /** The code that it would be from then on. */
      readonly id?: number | undefined;
    },
  ): Promise<QrDesign>;
  /** Keeps a picture that a logo can be, and answers what names it. */
  keepLogo(bytes: Buffer): Promise<string>;
}

/** Whether what is printed is an address of ours, whatever it leads to. */
export function leadsThroughUs({ type, isDynamic }: Pick<QrCode, "type" | "isDynamic">): boolean {
  return type === "link" || isDynamic === true;
}

/** The name in lists: what the owner said, else what the code says. */
export function nameOfQrCode(code: QrCode): string {
  return code.name ?? defaultQrName(contentOf(code));
}

/** Where it leads, or what it holds, in one line. */
export function holdingOf(code: QrCode): string {
  const content = contentOf(code);
  return content.type === "link" ? content.data : defaultQrName(content);
}

export function createQrCodes(
  app: Core & Pick<App, "aliases" | "domains" | "pictures" | "qrPictures">,
): QrCodeService {
  const { store, aliases, domains, references, pictures, qrPictures, clock } = app;
  const codes = createResources(store, "qrCodes", "QR Code", wordsOfQrCode);

  function payload(code: QrCode): string {
    return leadsThroughUs(code)
      ? `${domains.baseOf(code.domain)}/q/${code.code}`
      : directPayload(contentOf(code));
  }

  function chosenDomain(domain: string | undefined): number | undefined {
    return domain === undefined ? undefined : domains.chosen(domain);
  }

  function chosenChannels(ids: readonly number[] | undefined): number[] | undefined {
    const unknown = ids?.filter((id) => !references.hasChannel(id)) ?? [];
    if (unknown.length > 0) {
      const detail = `must be IDs of existing channels, not ${unknown.join(", ")}`;
      throw new Invalid({ channel: { code: "unknown", detail } });
    }
    return ids === undefined ? undefined : [...new Set(ids)];
  }

  async function loadLogo(source: string | undefined) {
    if (source === undefined) return undefined;
    const { picture, fault } = await pictures.loadLogo(source);
    if (picture === undefined) throw new Invalid({ logo: fault });
    return { source, file: await pictures.keep(picture) };
  }

  function designWith(code: Omit<QrCode, "logo">, png: Uint8Array | null): QrDesign {
    const { foreground = "", background = "", logoSize, correction, pattern, eyes, frame } = code;
    return {
      payload: payload(code),
      foreground: readColour(foreground) ?? black,
      background: readColour(background) ?? white,
      logo: png === null ? null : { png, ...(logoSize !== undefined && { share: logoSize / 100 }) },
      ...withoutEmpty<Partial<QrDesign>>({ correction, pattern, eyes, frame }),
    };
  }

  async function design(code: QrCode): Promise<QrDesign> {
    const png = code.logo === undefined ? null : await pictures.stored(code.logo.file);
    return designWith(code, png);
  }

  const triedLogo = createTriedLogos(pictures);

  async function logoOfDraft(source: string, of: QrCode | undefined): Promise<Uint8Array> {
    const storedLogo = of?.logo?.source === source ? await pictures.stored(of.logo.file) : null;
    return storedLogo ?? triedLogo(source);
  }

  /** As long as those that are drawn for new codes. */
  const standIn = "aaaaaa";

  /** Refuses a code that holds too much or that no camera would read. */
  async function check(code: QrCode): Promise<void> {
    checkSize(payload(code), code.logo !== undefined, code.correction);
    const isPlain = [
      code.background,
      code.foreground,
      code.logo,
      code.pattern,
      code.eyes,
      code.frame,
    ].every((look) => look === undefined);
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
    modules: (code) =>
      modulesOf({
        payload: payload(code),
        hasLogo: code.logo !== undefined,
        correction: code.correction,
        frame: code.frame,
      }),
    design,
    designWith,
    async designOfDraft(content, { logo, logosize, domain, dynamic, id, channel, ...looks }) {
      if (id !== undefined && !codes.has(id)) {
        throw new Invalid({ id: { code: "unknown", detail: "must be the ID of a QR code" } });
      }
      const present = id === undefined ? undefined : codes.get(id);
      directPayload(content);
      chosenChannels(channel);
      const draft = withoutEmpty<Omit<QrCode, "logo">>({
        id: 1,
        code: present?.code ?? standIn,
        ...content,
        data: dataOf(content),
        ...looks,
        logoSize: logosize,
        domain: present === undefined ? chosenDomain(domain) : present.domain,
        isDynamic: (present?.isDynamic ?? dynamic) === true ? true : undefined,
        createdAt: "",
      });
      checkSize(payload(draft), logo !== undefined, draft.correction);
      return designWith(draft, logo === undefined ? null : await logoOfDraft(logo, present));
    },
    async keepLogo(bytes) {
      const { picture, fault } = await pictures.asLogo(bytes);
      if (picture === undefined) throw new Invalid({ logo: fault });
      return `uploads/${await pictures.keep(picture)}`;
    },
    async add(content, { logo, logosize, domain, dynamic, channel, ...looks }) {
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
        channels: chosenChannels(channel),
        logo: loaded,
        logoSize: logosize,
        isDynamic: dynamic === true && content.type !== "link" ? true : undefined,
        createdAt: new Date(clock()).toISOString(),
      });
      directPayload(content);
      await check(draft);
      // They may be gone since.
      chosenDomain(domain);
      chosenChannels(channel);
      const record = { ...draft, id: store.nextId("qrCodes") };
      await store.commit([{ put: "qrCodes", record }]);
      return record;
    },
    async update(id, content, { logo, logosize, channel, ...looks }, clear, checkPresent) {
      checkPresent(codes.get(id));
      directPayload(content);
      const loaded = await loadLogo(logo);
      const merge = () =>
        changed<QrCode>(
          codes.get(id),
          {
            data: dataOf(content),
            ...looks,
            logoSize: logosize,
            channels: chosenChannels(channel),
            ...(loaded !== undefined && { logo: loaded }),
          },
          clear.map((name) => storedAs[name]),
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

function checkSize(payload: string, hasLogo: boolean, correction: QrCorrection | undefined): void {
  const fault = sizeFault(payload, hasLogo, correction);
  if (fault !== undefined) throw new Invalid({ data: fault });
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
  return [nameOfQrCode(code), code.caption, ...words.filter((word) => typeof word === "string")];
}

/** Fetches the logo of a draft: a look is tried many times over, and its logo fetched once. */
function createTriedLogos(
  pictures: Pick<Pictures, "loadLogo">,
): (source: string) => Promise<Uint8Array> {
  const tried = new LRUCache<string, Uint8Array>({ max: 8, ttl: 10 * 60_000 });
  return async (source) => {
    const known = tried.get(source);
    if (known !== undefined) return known;
    const { picture, fault } = await pictures.loadLogo(source);
    if (picture === undefined) throw new Invalid({ logo: fault });
    tried.set(source, picture.bytes);
    return picture.bytes;
  };
}
