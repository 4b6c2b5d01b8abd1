import { rm } from "node:fs/promises";
import { createStatistics } from "../../src/server/features/clicks/statistics.ts";
import { openStore } from "../../src/server/store/openStore.ts";
import type { LinkRecord, QrCodeRecord } from "../../src/server/store/records.ts";
import { makeDataDir, startTestServer, type TestServer } from "./server.ts";

/** The address that short links are printed with here, and a branded domain beside it. */
export const ownHost = "go.example.org";
export const brandHost = "brand.example";

type Given = Omit<Partial<LinkRecord>, "id"> & { readonly alias: string };

/** Addresses that mean something to programs that read settings, and must not. */
const hostile = [
  "https://example.com/?a={b};c=$uri&d=%{HTTP_HOST}&e=${lower:X}",
  "https://example.com/?home=${HOME}&again={$HOME}&env={env.HOME}&host={http.request.host}",
  String.raw`https://example.com/?back=\\&slash=\n&brace=\{x}&one=$1&all=$&`,
  "https://example.com/%2F%3F%25/p%20q?z=%26%23#frag%25",
  "https://example.com/page?x=1#a=b?c&d=$uri",
  "https://example.com/?one=1?two=2?",
  "https://example.com/;server{listen 80;}#}",
  "https://example.com/'quoted'?q='\"<script>&r=`x`",
  "https://user:secret@example.com:8443/path;v=1,2?list[]=1|2^3",
  "https://bücher.example/straße?wörter=größe#ende",
  `https://example.com/${"long/".repeat(1_500)}?${"q".repeat(500)}`,
  `https://example.com/?${"x=1&".repeat(240)}end#:splat`,
  "https://example.com/:splat/*?p=:placeholder",
];

const plain: readonly Given[] = [
  { alias: "spring" },
  { alias: "Summer-Sale", url: "https://example.com/summer" },
  { alias: "a_b-c", url: "http://example.com:8080/x" },
  { alias: "größe", url: "https://example.com/groesse" },
  { alias: "ÄÖÜ", url: "https://example.com/umlaute" },
  { alias: "пример", url: "https://example.com/ru" },
  { alias: "بهار۱۴۰۵", url: "https://example.com/bahar" },
  { alias: "یک-کتاب", url: "https://example.com/ketab" },
  { alias: "example", url: "https://example.com/", isArchived: true },
  {
    alias: "tagged",
    url: "https://example.com/p?own=1#part",
    parameters: [
      { name: "utm source", value: "a&b" },
      { name: "آدرس", value: "$x{y}'" },
    ],
  },
  { alias: "later", url: "https://example.com/later", expiresAt: "2099-01-01T00:00:00Z" },
  // Of aliases that differ in case each has its own, and the oldest answers to the rest.
  { alias: "Twin", url: "https://example.com/Twin" },
  { alias: "twin", url: "https://example.com/twin" },
  { alias: "TWIN", url: "https://example.com/TWIN" },
  // The first of these may not be told: nothing answers in its place.
  { alias: "Closed", password: "scrypt$1$1$1$x$x" },
  { alias: "closed", url: "https://example.com/closed" },
  { alias: "half", url: "https://example.com/half" },
  { alias: "Half", expiresAt: "2020-01-01T00:00:00Z" },
];

/** The page has its own spelling for itself; the link has the rest. */
const besidePage: Given = { alias: "about", url: "https://example.com/about" };
const pageAlias = "About";

type GivenCode = Pick<QrCodeRecord, "code" | "type" | "data"> & Partial<QrCodeRecord>;

const leadingCodes: readonly GivenCode[] = [
  { code: "QrPlain", type: "link", data: "https://example.com/?a={b}&c=$uri&d=%{HTTP_HOST}" },
  { code: "QrLink", type: "link", data: `https://${ownHost}/Summer-Sale?from=print` },
  { code: "QrTwin", type: "link", data: "https://example.com/QrTwin" },
  { code: "qrtwin", type: "link", data: "https://example.com/qrtwin" },
];
const brandedCode: GivenCode = { code: "QrBrand", type: "link", data: "https://example.com/qr" };
/** What a redirect can't say, or what stays behind. */
const stayingCodes: readonly GivenCode[] = [
  { code: "QrText", type: "text", data: "Hello", isDynamic: true },
  { code: "QrSecret", type: "link", data: `https://${ownHost}/secret` },
  { code: "QrPage", type: "link", data: `https://${ownHost}/${pageAlias}` },
];
/** Says what it has to say without anybody's help. */
const stillCode: GivenCode = { code: "QrStill", type: "text", data: "Hello" };

const closed: readonly Given[] = [
  { alias: "secret", url: "https://example.com/secret", password: "scrypt$1$1$1$x$x" },
  { alias: "over", url: "https://example.com/over", expiresAt: "2020-01-01T00:00:00Z" },
];

/** Where Waypost shows something first. */
const shown: readonly Given[] = [
  { alias: "framed", url: "https://example.com/framed", type: { kind: "frame" } },
  { alias: "splashed", url: "https://example.com/splashed", type: { kind: "splash" } },
];

const branded: readonly Given[] = [
  { alias: "spring", url: "https://example.com/brand-spring" },
  { alias: "Only-Here", url: "https://example.com/only" },
];

export interface Asked {
  readonly host: string;
  /** As it stands in a request. */
  readonly path: string;
}

export interface LeavingLinks {
  readonly server: TestServer;
  readonly links: readonly LinkRecord[];
  /** Two hundred visits and more: each link in several spellings, and what is no link. */
  readonly visits: readonly Asked[];
  /** What Waypost answers. */
  answer(asked: Asked): Promise<{ readonly status: number; readonly to: string | undefined }>;
  stop(): Promise<void>;
}

const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

function visitsOf(host: string, alias: string, folder = ""): Asked[] {
  const path = (text: string) => `/${folder}${encodeURIComponent(text)}`;
  const paths = [
    path(alias),
    path(alias.toLowerCase()),
    path(alias.toUpperCase()),
    `${path(alias)}/`,
    `${path(alias)}?from=mail&x=1`,
    `${path(alias)}/?from=mail`,
    `/${folder}${everyByte(alias)}`,
  ];
  return [...new Set(paths)].map((one) => ({ host, path: one }));
}

const nowhere = ["/nothing", "/spring/more", "//spring", "/%2Fspring", "/spring%2F", "/sprin", "/"];
const noCode = ["/q/nothing", "/q/", "/q/spring", "/q/QrPlain/more", "/q%2FQrPlain", "/q//QrPlain"];
const besideCodes = ["/Q/QrPlain", "/QrPlain", "/%71/QrPlain", "/q/QrText"];

/** A service with links of every kind that a way out has to carry, or to leave behind. */
export async function startLeavingLinks(): Promise<LeavingLinks> {
  const dataDir = await makeDataDir();
  const statistics = createStatistics({ clock: Date.now, timeZone: () => "UTC" });
  const store = await openStore({ dir: dataDir, keeper: statistics, clock: Date.now });
  const createdAt = "2026-01-01T00:00:00Z";
  const domain = store.nextId("domains");
  const made = (given: Given): LinkRecord => ({
    id: store.nextId("links"),
    url: "https://example.com/spring",
    createdAt,
    ...given,
  });
  const own = [
    ...plain,
    besidePage,
    ...hostile.map((url, place) => ({ alias: `odd${place}`, url })),
    ...closed,
    ...shown,
  ].map(made);
  const brands = branded.map((given) => made({ ...given, domain }));
  const links = [...own, ...brands];
  const printed = [...leadingCodes, ...stayingCodes, stillCode, { ...brandedCode, domain }];
  const codes = printed.map((given): QrCodeRecord => ({
    id: store.nextId("qrCodes"),
    createdAt,
    ...given,
  }));
  await store.commit(
    [
      { put: "domains", record: { id: domain, domain: `https://${brandHost}`, createdAt } },
      ...links.map((record) => ({ put: "links" as const, record })),
      ...codes.map((record) => ({ put: "qrCodes" as const, record })),
      { put: "bioPages", record: { id: 1, alias: pageAlias, name: "Me", createdAt } },
      { put: "campaigns", record: { id: 1, name: "L", slug: "launch", isPublic: true, createdAt } },
      { put: "campaigns", record: { id: 2, name: "P", slug: "private", createdAt } },
    ],
    { allowsAlike: true },
  );
  await store.close();
  const server = await startTestServer({
    dataDir,
    settings: { baseUrl: `https://${ownHost}`, verifyDomains: "false" },
  });
  const isShown = new Set(shown.map(({ alias }) => alias));
  return {
    server,
    links,
    visits: [
      ...own
        .filter(({ alias }) => !isShown.has(alias))
        .flatMap(({ alias }) => visitsOf(ownHost, alias)),
      ...brands.flatMap(({ alias }) => visitsOf(brandHost, alias)),
      ...visitsOf(ownHost, pageAlias),
      ...leadingCodes.flatMap(({ code }) => visitsOf(ownHost, code, "q/")),
      ...visitsOf(brandHost, brandedCode.code, "q/"),
      ...[...nowhere, ...noCode, ...besideCodes].map((path) => ({ host: ownHost, path })),
      { host: brandHost, path: "/a_b-c" },
    ],
    async answer({ host, path }) {
      const { status, headers } = await server.visit(path, { host });
      return { status, to: headers.location };
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
