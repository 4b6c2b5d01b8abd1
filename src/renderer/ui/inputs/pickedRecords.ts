import type { RecordKind } from "../../../contract/fields/records.ts";
import { api } from "../../app/client/api.ts";
import { readableAddress } from "../address/readableAddress.ts";

/** One that can be picked, by the name that people know it by. */
export interface Pick {
  readonly id: number;
  readonly name: string;
}

export type PickedKind = Extract<
  RecordKind,
  "links" | "channels" | "campaigns" | "domains" | "pixels" | "splash" | "overlays" | "bio" | "qr"
>;

interface Source {
  /** Those that a search finds, the first of them. */
  find(q: string, limit: number, signal: AbortSignal): Promise<readonly Pick[]>;
  /** Those of some ids that are there. */
  named(ids: readonly number[], signal: AbortSignal): Promise<readonly Pick[]>;
}

/** As many as one page of a list has: kinds of which there are few are looked through. */
const most = 1_000;

/** Of a kind without an operation for one: they are looked up in the list. */
function listed(
  find: (q: string, limit: number, signal: AbortSignal) => Promise<readonly Pick[]>,
): Source {
  return {
    find,
    named: async (ids, signal) =>
      (await find("", most, signal)).filter(({ id }) => ids.includes(id)),
  };
}

/** A search finds a link by its title, too: what it found says both. */
function linkPick(link: { id: number; shorturl: string; title: string }): Pick {
  const address = readableAddress(link.shorturl);
  return { id: link.id, name: link.title === "" ? address : `${address} · ${link.title}` };
}

export const pickedRecords: Readonly<Record<PickedKind, Source>> = {
  links: {
    async find(q, limit, signal) {
      const { data } = await api.call("listLinks", { query: { q, limit } }, signal);
      return "urls" in data ? data.urls.map(linkPick) : [];
    },
    named: async (ids, signal) =>
      Promise.all(
        ids.map(async (id) => {
          const { details } = await api.call("getLink", { params: { id } }, signal);
          return linkPick(details);
        }),
      ),
  },
  channels: listed(
    async (q, limit, signal) =>
      (await api.call("listChannels", { query: { q, limit } }, signal)).data.channels,
  ),
  campaigns: listed(
    async (q, limit, signal) =>
      (await api.call("listCampaigns", { query: { q, limit } }, signal)).data.campaigns,
  ),
  domains: listed(async (q, limit, signal) =>
    (await api.call("listDomains", { query: { q, limit } }, signal)).data.domains.map(
      ({ id, domain }) => ({ id, name: domain }),
    ),
  ),
  pixels: listed(
    async (q, limit, signal) =>
      (await api.call("listPixels", { query: { q, limit } }, signal)).data.pixels,
  ),
  splash: listed(
    async (q, limit, signal) =>
      (await api.call("listSplashPages", { query: { q, limit } }, signal)).data.splash,
  ),
  overlays: listed(
    async (q, limit, signal) =>
      (await api.call("listOverlays", { query: { q, limit } }, signal)).data.cta,
  ),
  bio: listed(
    async (q, limit, signal) =>
      (await api.call("listBioPages", { query: { q, limit } }, signal)).data.bios,
  ),
  qr: listed(
    async (q, limit, signal) =>
      (await api.call("listQrCodes", { query: { q, limit } }, signal)).data.qrs,
  ),
};
