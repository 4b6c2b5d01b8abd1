/** Words of rooms that aren't on the first screen: each room keeps its own, and they come with it. */
export const roomWords = {
  bio: {
    en: async () => (await import("../bio/words.en.json")).default,
    fa: async () => (await import("../bio/words.fa.json")).default,
  },
  campaigns: {
    en: async () => (await import("../campaigns/words.en.json")).default,
    fa: async () => (await import("../campaigns/words.fa.json")).default,
  },
  channels: {
    en: async () => (await import("../channels/words.en.json")).default,
    fa: async () => (await import("../channels/words.fa.json")).default,
  },
  tags: {
    en: async () => (await import("../tags/words.en.json")).default,
    fa: async () => (await import("../tags/words.fa.json")).default,
  },
  edit: {
    en: async () => (await import("../edit/words.en.json")).default,
    fa: async () => (await import("../edit/words.fa.json")).default,
  },
  splash: {
    en: async () => (await import("../splash/words.en.json")).default,
    fa: async () => (await import("../splash/words.fa.json")).default,
  },
  overlays: {
    en: async () => (await import("../overlays/words.en.json")).default,
    fa: async () => (await import("../overlays/words.fa.json")).default,
  },
  pixels: {
    en: async () => (await import("../pixels/words.en.json")).default,
    fa: async () => (await import("../pixels/words.fa.json")).default,
  },
  domains: {
    en: async () => (await import("../domains/words.en.json")).default,
    fa: async () => (await import("../domains/words.fa.json")).default,
  },
  exchange: {
    en: async () => (await import("../exchange/words.en.json")).default,
    fa: async () => (await import("../exchange/words.fa.json")).default,
  },
  history: {
    en: async () => (await import("../history/words.en.json")).default,
    fa: async () => (await import("../history/words.fa.json")).default,
  },
  list: {
    en: async () => (await import("../list/words.en.json")).default,
    fa: async () => (await import("../list/words.fa.json")).default,
  },
  link: {
    en: async () => (await import("../link/words.en.json")).default,
    fa: async () => (await import("../link/words.fa.json")).default,
  },
  links: {
    en: async () => (await import("../links/words.en.json")).default,
    fa: async () => (await import("../links/words.fa.json")).default,
  },
  linkEditor: {
    en: async () => (await import("../linkEditor/words.en.json")).default,
    fa: async () => (await import("../linkEditor/words.fa.json")).default,
  },
  palette: {
    en: async () => (await import("../palette/words.en.json")).default,
    fa: async () => (await import("../palette/words.fa.json")).default,
  },
  publicAddress: {
    en: async () => (await import("../publicAddress/words.en.json")).default,
    fa: async () => (await import("../publicAddress/words.fa.json")).default,
  },
  edge: {
    en: async () => (await import("../edge/words.en.json")).default,
    fa: async () => (await import("../edge/words.fa.json")).default,
  },
  preview: {
    en: async () => (await import("../preview/words.en.json")).default,
    fa: async () => (await import("../preview/words.fa.json")).default,
  },
  tryVisit: {
    en: async () => (await import("../tryVisit/words.en.json")).default,
    fa: async () => (await import("../tryVisit/words.fa.json")).default,
  },
  qr: {
    en: async () => (await import("../qr/words.en.json")).default,
    fa: async () => (await import("../qr/words.fa.json")).default,
  },
  quick: {
    en: async () => (await import("../quick/words.en.json")).default,
    fa: async () => (await import("../quick/words.fa.json")).default,
  },
  reference: {
    en: async () => (await import("../reference/words.en.json")).default,
    fa: async () => (await import("../reference/words.fa.json")).default,
  },
  sentences: {
    en: async () => (await import("../sentences/words.en.json")).default,
    fa: async () => (await import("../sentences/words.fa.json")).default,
  },
  settings: {
    en: async () => (await import("../settings/words.en.json")).default,
    fa: async () => (await import("../settings/words.fa.json")).default,
  },
  statistics: {
    en: async () => (await import("../statistics/words.en.json")).default,
    fa: async () => (await import("../statistics/words.fa.json")).default,
  },
} as const;

export type WordsRoom = keyof typeof roomWords;

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  both: infer All,
) => void
  ? All
  : never;

/** The words of every room together: what `t` takes. */
export type RoomWords = Both<Awaited<ReturnType<(typeof roomWords)[WordsRoom]["en"]>>>;
