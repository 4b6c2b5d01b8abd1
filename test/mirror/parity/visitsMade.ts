import {
  androidPhone,
  chrome,
  chromeOnMac,
  firefoxOnWindows,
  ipad,
  iphone,
} from "../../support/userAgents.ts";
import type { Dice } from "./dice.ts";
import { mixed, type Records } from "./records.ts";

/** A request that somebody makes, wherever it arrives. */
export interface MadeVisit {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly address: string;
  readonly country: string;
  /** What the dice of the service say. */
  readonly roll: number;
  /** Milliseconds since the visit before. */
  readonly after: number;
}

const agents = [
  chrome,
  chromeOnMac,
  firefoxOnWindows,
  iphone,
  ipad,
  androidPhone,
  `${iphone} Instagram 300.0`,
  "facebookexternalhit/1.1",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "curl/8.5.0",
] as const;
const languages = ["", "de-DE,de;q=0.9,en;q=0.8", "fa-IR,fa", "en", "*", "fr;q=0"] as const;
const referrers = [
  "",
  "",
  "https://www.pinterest.co.uk/pin/1",
  "android-app://com.whatsapp/",
  "https://news.example/a?b=c",
  "nonsense",
] as const;

export function makeVisit(dice: Dice, records: Records): MadeVisit {
  const { of, isOften, below, roll } = dice;
  const method = isOften(85) ? "GET" : of(["HEAD", "POST", "POST", "PUT"]);
  const isPosted = method === "POST";
  const path = isPosted && isOften(85) ? formPathOf(dice, records) : pathOf(dice, records);
  const host = of([
    "go.home.example",
    "go.home.example",
    "go.home.example",
    "brand.example",
    "short.example:8443",
    "xn--mgba3gch31f060k.example",
    "BRAND.example.",
    "127.0.0.1:4080",
    "unknown.example",
  ]);
  const form = isPosted ? formOf(dice) : {};
  return {
    method,
    host,
    path,
    headers: {
      "user-agent": of(agents),
      ...named("accept-language", of(languages)),
      ...named("referer", of(referrers)),
      ...named("dnt", isOften(5) ? "1" : ""),
      ...named("sec-gpc", isOften(3) ? "1" : ""),
      ...named("sec-purpose", isOften(4) ? "prefetch;prerender" : ""),
      ...named("purpose", isOften(2) ? "prefetch" : ""),
      ...named("cookie", isOften(3) ? "a=b; waypost_unlock=nonsense" : ""),
      ...named("if-none-match", isOften(5) ? '"x", *' : ""),
      ...(isPosted && form.headers),
    },
    body: form.body,
    address: isOften(10) ? `2001:db8:${below(3)}::${below(9)}` : `203.0.113.${below(60)}`,
    country: of(["DE", "IR", "US", "XX", "T1", "FR"]),
    roll: roll(),
    after: below(20_000),
  };
}

const hosts = ["go.home.example", "brand.example", "short.example:8443"] as const;
const thirdHost = "xn--mgba3gch31f060k.example";

/** A visit that meets a link, within some hours for thousands of them. */
export function makeLinkVisit(dice: Dice, records: Records): MadeVisit {
  const { of, isOften, below } = dice;
  const { body: _, ...made } = makeVisit(dice, records);
  const { alias, domain = 0 } = records.links[below(records.links.length)] ?? { alias: "" };
  const query = of(["", "", "?x=1", "?x=%DB%8C&y=2", "?z", "?z=&x=", "?y=%zz&x=2"]);
  return {
    ...made,
    method: isOften(95) ? "GET" : "HEAD",
    host: hosts[domain] ?? thirdHost,
    path: `${domain === 0 ? "/s" : ""}/${encodeURIComponent(alias)}${query}`,
    after: below(3_000),
  };
}

function formPathOf({ below }: Dice, { links }: Records): string {
  const forms = links.filter(
    ({ type, password, maxClicks, startsAt, expiresAt, domain }) =>
      type?.kind === "overlay" &&
      type.id % 2 === 0 &&
      (password ?? maxClicks ?? startsAt ?? expiresAt) === undefined &&
      domain === undefined,
  );
  return `/${encodeURIComponent(forms[below(forms.length)]?.alias ?? "")}`;
}

function named(name: string, value: string): Readonly<Record<string, string>> {
  return value === "" ? {} : { [name]: value };
}

function pathOf(dice: Dice, { links, campaigns, bioPages, qrCodes }: Records): string {
  const { of, below, isOften } = dice;
  const written = (alias: string) => encodeURIComponent(isOften(15) ? alias.toUpperCase() : alias);
  const one = <Item>(items: readonly Item[]): Item => {
    const [first, ...others] = items;
    if (first === undefined) throw new Error("There is none.");
    return of([first, ...others]);
  };
  const link = () => `/${written(one(links).alias)}`;
  const place = [
    link,
    link,
    link,
    link,
    link,
    link,
    link,
    link,
    () => `${link()}/`,
    () => `${link()}?x=1&y=${encodeURIComponent("ی")}`,
    () => `${link()}?${of(["x=2&x=%DB%8C", "z", "z=&X=1", "x", "y=%zz&x=1"])}`,
    () => `${link()}/stats`,
    () => "/framed",
    () => `/${written(one(bioPages).alias)}`,
    // At the edge another link is drawn where one falls that home alone answers: visits.test.ts holds that.
    () => `/r/${written(one(campaigns.filter(({ id }) => id !== mixed)).slug)}`,
    () => `/r/rotator-${of([0, 1, 2, 4, 5, 7, 8, 10, 11])}/`,
    () =>
      `/u/${of(["maker", "OWNER", "nobody"])}/list-${1 + below(11)}${of(["", "?page=2", "?page=x"])}`,
    () => `/q/${written(one(qrCodes).code)}`,
    () => `/qr/${one(qrCodes).code}${of(["", "?format=svg", "?format=svg", "?size=300"])}`,
    () =>
      of([
        "/",
        "/?a=b",
        "/robots.txt",
        "/favicon.ico",
        "/nowhere",
        "/a/b/c",
        "//link-1",
        "/%zz",
        "/%E0%A4%A",
        `/${"a".repeat(1_300)}`,
        "/api",
        "/api/urls?limit=1",
        "/apiary",
        "/q/unknown",
        "/qr/unknown",
        "/r/",
        "/assets/avatar.svg",
        "/.well-known/waypost?nonce=made-up",
        "/link-1/../link-2",
        "/loop-2",
        "/ring-7",
        "/chain",
      ]),
  ];
  const path = of(place as [() => string, ...(() => string)[]])();
  return of(["", "", "/s"]) + path;
}

function formOf(dice: Dice): {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
} {
  const { of, isOften } = dice;
  const fields = new URLSearchParams({
    form: "contact",
    name: isOften(80) ? "Ada" : of(["", "ی".repeat(300)]),
    email: isOften(80) ? "ada@example.com" : "nonsense",
    phone: "+49 30 1234567",
    message: isOften(80) ? of(["Two teas,\r\nplease", "سلام"]) : "x".repeat(2_500),
  });
  if (isOften(10)) fields.delete("form");
  return {
    headers: {
      "content-type": isOften(5) ? "text/plain" : "application/x-www-form-urlencoded",
      ...named("origin", of(["", "https://go.home.example", "https://evil.example"])),
      ...named("sec-fetch-site", of(["", "same-origin", "cross-site"])),
    },
    body: isOften(3) ? `message=${"x".repeat(30_000)}` : fields.toString(),
  };
}
