import type { ServiceState } from "../../../contract/server/service.ts";
import { api, queryClient } from "../client/api.ts";
import { addressOnLine } from "../../ui/address/readableAddress.ts";

/** A record as the palette shows it. */
export interface PaletteRecord {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** Its place in the window. */
  readonly to: string;
}

interface Kind {
  readonly name:
    | "links"
    | "tags"
    | "campaigns"
    | "channels"
    | "qr"
    | "bio"
    | "splash"
    | "overlays"
    | "pixels"
    | "domains";
  /** In front of what is typed: this kind alone. */
  readonly sign: string | null;
  find(
    search: { readonly q: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<PaletteRecord[]>;
}

const plain = (place: string, { id, name }: { readonly id: number; readonly name: string }) => ({
  id: `${place}-${id}`,
  name,
  detail: "",
  to: `/${place}/${id}`,
});

/** A short address without the host that most have. */
function nameOf(shorturl: string): string {
  const base = queryClient.getQueryData<ServiceState>(["service"])?.shortBase.replace(/\/$/, "");
  const isOwn = base !== undefined && shorturl.startsWith(`${base}/`);
  return isOwn ? addressOnLine(shorturl.slice(base.length)) : addressOnLine(shorturl);
}

/** Every kind of record that is searched, in the order in which they are shown. */
export const kinds: readonly Kind[] = [
  {
    name: "links",
    sign: "/",
    async find({ q, limit }, signal) {
      const query = { q, limit: limit * 2, order: "match", archived: "all" } as const;
      const { data } = await api.call("listLinks", { query }, signal);
      return ("urls" in data ? data.urls : []).map(({ id, shorturl, title, longurl }) => ({
        id: `links-${id}`,
        name: nameOf(shorturl),
        detail: title === "" ? addressOnLine(longurl) : title,
        to: `/links/${id}`,
      }));
    },
  },
  {
    name: "tags",
    sign: "#",
    async find(query, signal) {
      const { data } = await api.call("listTags", { query }, signal);
      return data.tags.map(({ tag }) => ({
        id: `tags-${tag}`,
        name: tag,
        detail: "",
        to: `/links?${new URLSearchParams({ tag }).toString()}`,
      }));
    },
  },
  {
    name: "campaigns",
    sign: "@",
    async find(query, signal) {
      const { data } = await api.call("listCampaigns", { query }, signal);
      return data.campaigns.map((one) => plain("campaigns", one));
    },
  },
  {
    name: "channels",
    sign: null,
    async find(query, signal) {
      const { data } = await api.call("listChannels", { query }, signal);
      return data.channels.map((one) => plain("channels", one));
    },
  },
  {
    name: "qr",
    sign: null,
    async find(query, signal) {
      const { data } = await api.call("listQrCodes", { query }, signal);
      return data.qrs.map((one) => plain("qr", one));
    },
  },
  {
    name: "bio",
    sign: null,
    async find(query, signal) {
      const { data } = await api.call("listBioPages", { query }, signal);
      return data.bios.map((one) => ({
        ...plain("bio", one),
        detail: addressOnLine(one.shorturl),
      }));
    },
  },
  {
    name: "splash",
    sign: null,
    async find(query, signal) {
      const { data } = await api.call("listSplashPages", { query }, signal);
      return data.splash.map((one) => plain("splash", one));
    },
  },
  {
    name: "overlays",
    sign: null,
    async find(query, signal) {
      const { data } = await api.call("listOverlays", { query }, signal);
      return data.cta.map((one) => plain("overlays", one));
    },
  },
  {
    name: "pixels",
    sign: null,
    async find(query, signal) {
      const { data } = await api.call("listPixels", { query }, signal);
      return data.pixels.map((one) => plain("pixels", one));
    },
  },
  {
    name: "domains",
    sign: null,
    async find(query, signal) {
      const { data } = await api.call("listDomains", { query }, signal);
      return data.domains.map(({ id, domain }) => ({
        id: `domains-${id}`,
        name: addressOnLine(domain),
        detail: "",
        to: `/domains/${id}`,
      }));
    },
  },
];

/** Records a kind, at most; of one kind alone some more. */
const mostOfKind = 4;
const mostAlone = 12;

export interface PaletteGroup {
  readonly kind: Kind;
  readonly found: readonly PaletteRecord[];
}

/** What is named like what was typed; a sign in front asks for one kind. */
export async function findRecords(typed: string, signal: AbortSignal): Promise<PaletteGroup[]> {
  const alone = kinds.find(({ sign }) => sign !== null && typed.startsWith(sign));
  const q = alone === undefined ? typed : typed.slice(1).trim();
  if (q === "" && alone === undefined) return [];
  const search = alone === undefined ? kinds : [alone];
  const limit = alone === undefined ? mostOfKind : mostAlone;
  const all = await Promise.all(
    search.map(async (kind) => ({ kind, found: await kind.find({ q, limit }, signal) })),
  );
  return all.filter(({ found }) => found.length > 0);
}
