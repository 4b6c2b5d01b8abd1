import type {
  BioPageRecord,
  CampaignRecord,
  DomainRecord,
  LinkRecord,
  OverlayRecord,
  PixelRecord,
  QrCodeRecord,
  SplashPageRecord,
} from "../../../src/server/store/records.ts";
import type { Change } from "../../../src/server/store/store.ts";
import { decisionMaker, type Shares } from "./decisions.ts";
import type { Dice } from "./dice.ts";

export const start = Date.parse("2026-03-10T12:00:00Z");
export const base = "https://go.home.example/s";

/** What a service has that visitors can meet. */
export interface Records {
  readonly domains: readonly DomainRecord[];
  readonly links: readonly LinkRecord[];
  readonly campaigns: readonly CampaignRecord[];
  readonly bioPages: readonly BioPageRecord[];
  readonly qrCodes: readonly QrCodeRecord[];
  readonly splashPages: readonly SplashPageRecord[];
  readonly overlays: readonly OverlayRecord[];
  readonly pixels: readonly PixelRecord[];
}

const createdAt = "2026-03-01T00:00:00Z";
const hour = 3_600_000;
/** The hash of a password that nobody has. */
const password = `scrypt$1024$8$1$${"A".repeat(22)}$${"A".repeat(43)}`;

const domains: readonly DomainRecord[] = [
  {
    id: 1,
    domain: "https://brand.example",
    redirectRoot: "https://www.brand.example/",
    redirect404: "https://www.brand.example/lost",
    createdAt,
  },
  { id: 2, domain: "http://short.example:8443", redirect404: `${base}/nowhere`, createdAt },
  {
    id: 3,
    domain: "https://xn--mgba3gch31f060k.example",
    redirectRoot: "not one",
    redirect404: "https://xn--mgba3gch31f060k.example/lost",
    createdAt,
  },
];

/** Campaigns whose links home alone answers: one of them and others, and none else. */
export const mixed = 9;
export const locked = 10;

const fewDecided: Shares = { rules: 20, split: 12, dates: 12, limit: 4 };

export function makeRecords(
  dice: Dice,
  counts: { readonly links: number; readonly decided?: Shares },
): Records {
  const { of, some, isOften, below, many } = dice;
  const target = () =>
    `https://${of(["example.com", "www.example.org", "münchen.example", "shop.example:8443"])}/${of(["", "a", "b/c?x=1", "q?a=b&c=%20#top", "سلام?x=ی"])}`;
  const colour = () => of(["#AD4518", "#FFFFFF", "#000000", "#22201C"]);
  const image = () => of(["https://example.com/a.png", "/a.png", "javascript:alert(1)"]);
  const title = () => of(["Spring <b>harvest</b>", "برداشت بهاره", "A & B", ""]);

  const splashPages = numbered(4, (id): SplashPageRecord => ({
    id,
    name: `Splash ${id}`,
    createdAt,
    ...defined({
      title: some(60, title),
      message: some(60, () => "A word\nbefore you go"),
      banner: some(50, image),
      logo: some(50, image),
      link: some(50, target),
      delay: some(50, () => below(61)),
    }),
  }));
  const overlays = numbered(6, (id): OverlayRecord => ({
    id,
    type: id % 2 === 0 ? "contact" : "message",
    name: `Overlay ${id}`,
    createdAt,
    ...defined({
      message: some(80, () => of(["Hello", "سلام دنیا", "<script>"])),
      label: some(50, () => "News"),
      button: some(50, () => "Look"),
      link: some(50, target),
      position: some(50, () => of(["top", "bottom", "left", "right", "center"])),
      background: some(50, colour),
      foreground: some(50, colour),
      fields: some(50, () => [of(["name", "phone"]), "message" as const]),
      thanks: some(50, () => "Thank you"),
    }),
  }));
  const pixels = numbered(5, (id): PixelRecord => ({
    id,
    type: of(["gtagpixel", "tagmanagerpixel", "facebookpixel", "twitterpixel", "unknownpixel"]),
    name: `Pixel ${id}`,
    tag: of(["GTM-ABC1234", "G-ABCDEFGH12", "1234567890", "a'b"]),
    createdAt,
  }));

  const aliasOf = (id: number) =>
    of([`link-${id}`, `Link-${id}`, `بهار-${id}`, `كتاب-${id}ي`, `tea_${id}`, `${id}`, `ÄÖ-${id}`]);
  const domainOf = () => some(25, () => of([1, 2, 3]));
  const taken = new Set<string>();
  /** Names may be alike, never the same. */
  function free(alias: string, domain: number | undefined, id: number): string {
    const isTaken = taken.has(`${domain} ${alias}`);
    const name = isTaken ? `only-${taken.size}-${id}` : alias;
    taken.add(`${domain} ${name}`);
    return name;
  }
  const own = () =>
    `${of([base, "https://go.home.example", "https://brand.example", "http://short.example:8443"])}/${of(["link-1", `link-${below(counts.links)}`, "r/rotator-1", "q/aaaaa1", "nowhere", ""])}`;
  const anywhere = () => (isOften(12) ? own() : target());
  const { decided = fewDecided } = counts;
  const decisions = decisionMaker(dice, start, anywhere, decided);

  const made = numbered(counts.links, (id): LinkRecord => {
    const domain = domainOf();
    const locks = defined({
      password: some(5, () => password),
      maxClicks: some(decided.limit, () => 1 + below(3)),
    });
    const isLocked = Object.keys(locks).length > 0;
    const name = locks.maxClicks === undefined ? aliasOf(id) : `limited-${id}`;
    return {
      id,
      alias: free(isOften(6) && !isLocked ? `LINK-${below(counts.links)}` : name, domain, id),
      url: isOften(1) ? "javascript:alert(1)" : anywhere(),
      createdAt,
      ...defined({
        domain,
        type: some(35, () =>
          of([
            { kind: "frame" },
            { kind: "frame" },
            { kind: "splash" },
            { kind: "splash", id: 1 + below(5) },
            { kind: "overlay", id: 1 + below(7) },
          ] as const),
        ),
        expiresAt: some(20, () => new Date(start + (below(8) - 3) * hour).toISOString()),
        ...locks,
        rules: decisions.rules(),
        split: decisions.split(),
        startsAt: decisions.startsAt(),
        showsStart: decisions.showsStart(),
        beforeUrl: decisions.beforeUrl(),
        afterUrl: decisions.afterUrl(),
        countries: some(15, () =>
          many(3, () => ({ country: of(["DE", "IR", "US"]), url: anywhere() })),
        ),
        devices: some(15, () =>
          many(3, () => ({
            device: of(["iphone", "android", "desktop", "windows", "toaster"]),
            url: anywhere(),
          })),
        ),
        languages: some(15, () =>
          many(3, () => ({ language: of(["de", "fa-IR", "en"]), url: anywhere() })),
        ),
        name: some(50, () => "Only its owner reads this"),
        metaTitle: some(25, title),
        metaDescription: some(20, () => "About it"),
        metaImage: some(20, image),
        fetchedTitle: some(40, () => "What it calls itself"),
        framing: some(20, () => ({ allowed: isOften(50), checkedAt: createdAt })),
        pixels: some(10, () => many(3, () => 1 + below(6))),
        campaign: some(30, () => (isLocked ? of([mixed, locked]) : 1 + below(mixed))),
        deepLink: some(8, () => ({
          ...defined({
            apple: some(80, () => "https://apps.apple.com/app/id1"),
            google: some(80, () => "https://play.google.com/store/apps/details?id=a.b"),
          }),
          auto: isOften(50),
        })),
        status: some(40, () => of(["public", "private"] as const)),
        parameters: some(15, () =>
          many(3, () => ({ name: of(["utm_source", "x", ""]), value: of(["a b", "ی", "1&2"]) })),
        ),
      }),
    };
  });
  const links = [
    ...made,
    ...ring("loop", 3, made.length),
    ...ring("ring", 15, made.length + 3),
    { id: made.length + 19, alias: "chain", url: `${base}/loop-1`, createdAt },
    {
      id: made.length + 20,
      alias: "framed",
      domain: 2,
      url: "http://plain.example/",
      type: { kind: "frame" as const },
      createdAt,
    },
  ];
  const campaigns = numbered(10, (id): CampaignRecord => ({
    id,
    name: `Campaign ${id}`,
    slug: id % 3 === 0 ? `Rotator-${id}` : `rotator-${id}`,
    createdAt,
    ...defined({
      isPublic: some(id < mixed ? 80 : 100, () => true as const),
      linkOrder: some(40, () => [1 + below(counts.links), 1 + below(counts.links)]),
    }),
  }));
  const bioPages = numbered(30, (id): BioPageRecord => {
    const domain = domainOf();
    return {
      id,
      alias: free(isOften(50) ? `Link-${below(counts.links)}` : `page-${id}`, domain, id),
      name: title(),
      createdAt,
      ...defined({
        domain,
        description: some(50, () => "Tea from the hills"),
        avatar: some(50, image),
        theme: some(50, () => of(["clay", "night"] as const)),
        buttons: some(50, () => of(["pill", "line"] as const)),
        hidesCredit: some(30, () => true as const),
        links: some(80, () =>
          many(4, () => ({ title: of(["Shop", ""]), url: of([target(), "not one"]) })),
        ),
        status: some(50, () => of(["public", "private"] as const)),
      }),
    };
  });
  const qrCodes = numbered(40, (id): QrCodeRecord => ({
    id,
    code: `aaaaa${id}`,
    name: `Code ${id}`,
    createdAt,
    ...of(contents({ target, own })),
    ...defined({
      domain: domainOf(),
      isDynamic: some(30, () => true as const),
      foreground: some(30, () => "rgb(10,20,90)"),
    }),
  }));
  return { domains, links, campaigns, bioPages, qrCodes, splashPages, overlays, pixels };
}

/** Links with a page each, the last of which leads to the first. */
function ring(name: string, count: number, after: number): LinkRecord[] {
  return numbered(count, (place) => ({
    id: after + place,
    alias: `${name}-${place}`,
    url: `${base}/${name}-${(place % count) + 1}`,
    type: { kind: "splash" },
    createdAt,
  }));
}

type Content = Pick<QrCodeRecord, "type" | "data">;

function contents({
  target,
  own,
}: {
  readonly target: () => string;
  readonly own: () => string;
}): readonly [Content, ...Content[]] {
  return [
    { type: "link", data: target() },
    { type: "link", data: own() },
    { type: "text", data: "سلام <b>" },
    { type: "phone", data: "+49301234567" },
    { type: "email", data: { email: "tea@example.com", subject: "Tea", body: "Two, please" } },
    { type: "sms", data: { phone: "+49301234567", message: "Hello" } },
    {
      type: "wifi",
      data: { ssid: "Tea room", pass: "green;tea", encryption: "wpa", hidden: true },
    },
    { type: "vcard", data: { fname: "Ada", lname: "Muster", site: "https://example.com" } },
  ];
}

/** In the order in which they may be put into a store. */
export function changesOf(records: Records): Change[] {
  const put = (collection: keyof Records) =>
    records[collection].map((record) => ({ put: collection, record }));
  const order = [
    "domains",
    "pixels",
    "overlays",
    "splashPages",
    "campaigns",
    "links",
    "bioPages",
    "qrCodes",
  ] as const;
  // Each record is of its collection.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return order.flatMap(put) as Change[];
}

function numbered<Item>(count: number, make: (id: number) => Item): Item[] {
  return Array.from({ length: count }, (_, place) => make(place + 1));
}

type Defined<Of> = { [Key in keyof Of]?: Exclude<Of[Key], undefined> };

/** Without the fields that are undefined: records leave them out. */
function defined<Of extends object>(of: Of): Defined<Of> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    Object.entries(of).filter(([, value]) => value !== undefined),
  ) as Defined<Of>;
}
