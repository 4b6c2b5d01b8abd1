import { z } from "zod";
import { storedFields } from "../../contract/fields/recordSchemas.ts";
import {
  bioPageFields,
  campaignFields,
  channelFields,
  domainFields,
  overlayFields,
  pixelFields,
  splashPageFields,
} from "../../contract/fields/recordTables.ts";
import { edgeRoute } from "../../contract/server/edge.ts";
import { qrEyes, qrFrames, qrPatterns } from "../../contract/resources/qrCodes.ts";

/**
 * What is on disk. A record is never changed, only replaced; keys that are empty are left out. Fields
 * that no schema knows are refused at any depth: dropping them would lose what somebody wrote.
 */

const instant = z.iso.datetime({ precision: 0 }).or(z.iso.datetime({ precision: 3 }));
const id = z.int().positive();
const target = z.string();

/** No record has a larger id: counting never gets there, and what a number can hold ends later. */
export const largestId = 2 ** 48;
/** How far a file from elsewhere may move the next ids beyond its records: more than anybody deletes. */
export const idRoom = 2 ** 32;
/** The largest id that is read in a document, a journal or the history: more are left after it. */
export const largestReadId = largestId - idRoom;
/**
 * The largest id that a record from elsewhere may have. What's added after such a record is as far from
 * {@link largestReadId}, so that it can always be read and restored.
 */
export const largestTakenId = 2 ** 47;

export const linkType = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("direct") }),
  z.strictObject({ kind: z.literal("frame") }),
  /** Without an id: the standard splash page. */
  z.strictObject({ kind: z.literal("splash"), id: id.optional() }),
  z.strictObject({ kind: z.literal("overlay"), id }),
]);

/** A condition of a rule: moments are UTC, a time window names its zone. */
const condition = z.strictObject({
  type: z.string(),
  key: z.string().optional(),
  values: z.array(z.string()).optional(),
  window: z
    .strictObject({
      /** 1 (Monday) to 7. */
      days: z.array(z.int()),
      from: z.string(),
      to: z.string(),
      zone: z.string(),
    })
    .optional(),
  not: z.literal(true).optional(),
});

export const linkRecord = z.strictObject({
  id,
  /** NFC, in the case it was given in. */
  alias: z.string(),
  /** A branded domain's id; absent: the service's own address. */
  domain: id.optional(),
  /** The address as sent, trimmed. */
  url: target,
  createdAt: instant,
  type: linkType.optional(),
  /** `scrypt$N$r$p$salt$hash`, never the password itself. */
  password: z.string().optional(),
  /** UTC. */
  expiresAt: instant.optional(),
  /** ISO 3166 alpha-2, upper case. */
  countries: z.array(z.strictObject({ country: z.string(), url: target })).optional(),
  devices: z.array(z.strictObject({ device: z.string(), url: target })).optional(),
  /** BCP 47 as sent. */
  languages: z.array(z.strictObject({ language: z.string(), url: target })).optional(),
  /** What its owner calls it; never shown to visitors. */
  name: z.string().optional(),
  metaTitle: z.string().optional(),
  metaDescription: z.string().optional(),
  metaImage: z.string().optional(),
  /** The target's own title, once fetched. */
  fetchedTitle: z.string().optional(),
  /** Whether the target lets itself be framed by the link's page, as it said. Absent: not asked. */
  framing: z.strictObject({ allowed: z.boolean(), checkedAt: instant }).optional(),
  description: z.string().optional(),
  pixels: z.array(id).optional(),
  channels: z.array(id).optional(),
  campaign: id.optional(),
  deepLink: z
    .strictObject({ apple: target.optional(), google: target.optional(), auto: z.boolean() })
    .optional(),
  /** Absent: private. */
  status: z.enum(["public", "private"]).optional(),
  parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  /** NFC, each in the spelling that came first. */
  tags: z.array(z.string()).optional(),
  /** Absent: it stands in lists. */
  isArchived: z.literal(true).optional(),
  /** Where it was before, and what it was called there. */
  source: z.strictObject({ service: z.string(), id: z.string() }).optional(),
  /** Clicks that were counted elsewhere before it came here. */
  earlierClicks: z.int().nonnegative().optional(),
  rules: z
    .array(
      z.strictObject({
        url: target,
        conditions: z.array(condition),
        name: z.string().optional(),
        /** Present: it is kept and skipped. */
        isOff: z.literal(true).optional(),
      }),
    )
    .optional(),
  startsAt: instant.optional(),
  /** Present: visitors are told when it starts. */
  showsStart: z.literal(true).optional(),
  beforeUrl: target.optional(),
  /** It ends with so many clicks. */
  maxClicks: z.int().positive().optional(),
  afterUrl: target.optional(),
  split: z
    .strictObject({
      /** 128 random bits, base64url; no answer shows it. */
      seed: z.string(),
      /** When the seed was drawn. */
      startedAt: instant.optional(),
      variants: z.array(
        z.strictObject({ id: z.string(), url: target, weight: z.int().nonnegative() }),
      ),
      endsAt: instant.optional(),
      winner: z.string().optional(),
    })
    .optional(),
});
export type LinkRecord = Readonly<z.output<typeof linkRecord>>;

export const accountRecord = z.strictObject({
  id: z.literal(1),
  username: z.string(),
  /** Names it had before, which stay good in the addresses of lists. */
  formerUsernames: z.array(z.string()).optional(),
  email: z.string(),
  /** `scrypt$…`; absent until one is set. */
  password: z.string().optional(),
  status: z.enum(["free", "pro"]),
  registeredAt: instant,
  /** When the API key stops working. */
  expiresAt: instant,
});
export type AccountRecord = Readonly<z.output<typeof accountRecord>>;

/** One row of settings. Absent: the default (see services/settings). */
export const settingsRecord = z.strictObject({
  id: z.literal(1),
  /** Every base the service's short addresses ever had, for `short=` and the loop check. */
  formerBases: z.array(z.string()).optional(),
  /** Those of them that are a tunnel's random name. */
  temporaryBases: z.array(z.string()).optional(),
  /** Present: everybody outside is told to come later. */
  isDark: z.literal(true).optional(),
  /** Kept settings by dotted name, for example `geo.provider`. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type SettingsRecord = Readonly<z.output<typeof settingsRecord>>;

export const domainRecord = z.strictObject({
  id,
  /** Scheme, host and port, without a trailing slash; the host in ASCII. */
  domain: z.string(),
  ...storedFields(domainFields),
  createdAt: instant,
});
export type DomainRecord = Readonly<z.output<typeof domainRecord>>;

export const channelRecord = z.strictObject({
  id,
  ...storedFields(channelFields),
  createdAt: instant,
});
export type ChannelRecord = Readonly<z.output<typeof channelRecord>>;

export const campaignRecord = z.strictObject({
  id,
  ...storedFields(campaignFields),
  /** Ids of its links that come first, in this order. */
  linkOrder: z.array(id).min(1).optional(),
  createdAt: instant,
});
export type CampaignRecord = Readonly<z.output<typeof campaignRecord>>;

export const pixelRecord = z.strictObject({
  id,
  ...storedFields(pixelFields),
  /** Any, as documents had it before. */
  type: z.string(),
  createdAt: instant,
});
export type PixelRecord = Readonly<z.output<typeof pixelRecord>>;

export const overlayRecord = z.strictObject({
  id,
  ...storedFields(overlayFields),
  createdAt: instant,
});
export type OverlayRecord = Readonly<z.output<typeof overlayRecord>>;

export const splashPageRecord = z.strictObject({
  id,
  ...storedFields(splashPageFields),
  createdAt: instant,
});
export type SplashPageRecord = Readonly<z.output<typeof splashPageRecord>>;

export const qrCodeRecord = z.strictObject({
  id,
  /** In the addresses `/qr/<code>` and `/q/<code>`. */
  code: z.string(),
  type: z.enum(["text", "vcard", "link", "email", "phone", "sms", "wifi"]),
  /** As sent, by type: a string, or an object of strings and flags. */
  data: z.union([z.string(), z.record(z.string(), z.union([z.string(), z.boolean()]))]),
  name: z.string().optional(),
  domain: id.optional(),
  /** `rgb(r,g,b)`, as foreground. */
  background: z.string().optional(),
  foreground: z.string().optional(),
  /** The address or path as sent, and the picture's file below `uploads/`. */
  logo: z.strictObject({ source: z.string(), file: z.string() }).optional(),
  /** Of the code's width that the logo takes, in percent; absent: 26. */
  logoSize: z.int().optional(),
  /** Error correction; absent: as much as goes with the content. */
  correction: z.enum(["L", "M", "Q", "H"]).optional(),
  /** Shapes of its modules and eyes, and its frame; absent: squares, none. */
  pattern: z.enum(qrPatterns).optional(),
  eyes: z.enum(qrEyes).optional(),
  frame: z.enum(qrFrames).optional(),
  /** What stands below it on a printed sheet; absent: its name. */
  caption: z.string().optional(),
  /** Present: the code leads through the service, which counts the scan. */
  isDynamic: z.literal(true).optional(),
  channels: z.array(id).optional(),
  createdAt: instant,
});
export type QrCodeRecord = Readonly<z.output<typeof qrCodeRecord>>;

export const bioPageRecord = z.strictObject({
  id,
  /** Shares its addresses with links: an alias is either's on a domain. */
  alias: z.string(),
  domain: id.optional(),
  ...storedFields(bioPageFields),
  links: z.array(z.strictObject({ title: z.string(), url: target })).optional(),
  channels: z.array(id).optional(),
  createdAt: instant,
});
export type BioPageRecord = Readonly<z.output<typeof bioPageRecord>>;

/** What a visitor wrote into the form of a contact overlay. No address is part of it. */
export const contactAnswerRecord = z.strictObject({
  id,
  overlay: id,
  /** The link that showed the overlay. */
  link: id,
  fields: z.strictObject({
    name: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    message: z.string().optional(),
  }),
  /** Keyed hash that stands for the visitor's network, base64url; empty: not known. */
  visitor: z.string(),
  /** Absent: the owner hasn't said so. */
  isRead: z.literal(true).optional(),
  /** The mirror that took it, and its number there. Absent: it was given here. */
  from: z.strictObject({ database: z.string(), id }).optional(),
  createdAt: instant,
});
export type ContactAnswerRecord = Readonly<z.output<typeof contactAnswerRecord>>;

const viewValue = z.union([z.string(), z.number(), z.boolean()]);

/** What the owner keeps under a name: how a list is looked at, or how a file's columns are read. */
export const viewRecord = z.strictObject({
  id,
  kind: z.enum(["links", "mapping", "parameters", "tags"]),
  /** Among those of its kind unlike any other, in any case. */
  name: z.string(),
  query: z.record(z.string(), z.union([viewValue, z.array(viewValue)])),
  createdAt: instant,
});
export type ViewRecord = Readonly<z.output<typeof viewRecord>>;

/** A file of clicks that was brought along: they lie in `clicks/import-<set>.ndjson`. */
export const clickImportRecord = z.strictObject({
  id,
  /** The change set that it came with. */
  set: z.int().positive(),
  /** What the file was called. */
  name: z.string(),
  format: z.string(),
  /** How many came; bots apart. 0 until it is whole. */
  clicks: z.int().nonnegative(),
  bots: z.int().nonnegative(),
  createdAt: instant,
});
export type ClickImportRecord = Readonly<z.output<typeof clickImportRecord>>;

/** The collections of the document, in the order in which they are written. */
export const collections = {
  settings: settingsRecord,
  account: accountRecord,
  links: linkRecord,
  domains: domainRecord,
  channels: channelRecord,
  campaigns: campaignRecord,
  pixels: pixelRecord,
  overlays: overlayRecord,
  splashPages: splashPageRecord,
  qrCodes: qrCodeRecord,
  bioPages: bioPageRecord,
  contactAnswers: contactAnswerRecord,
  views: viewRecord,
  clickImports: clickImportRecord,
} as const;

export type Collection = keyof typeof collections;
export type RecordOf<C extends Collection> = Readonly<z.output<(typeof collections)[C]>>;

/** The last moment of the year 9999: nothing that a file tells may be later. */
export const lastMoment = Date.UTC(10_000, 0) - 1;
/** Milliseconds since 1970, from a file. */
export const storedMoment = z.int().nonnegative().max(lastMoment);

/** One line of the click log. No address is ever part of it. */
export const clickRecord = z
  .object({
    /** Milliseconds since 1970, UTC. */
    at: storedMoment,
    /** The link that was followed. Absent: the scan of a QR code. */
    link: id.optional(),
    /** The QR code that was scanned. */
    qr: id.optional(),
    /** Keyed hash of address and user agent, base64url. Absent for bots. */
    visitor: z.string().optional(),
    /** The program's name. Present: a bot, which is never a click. */
    bot: z.string().optional(),
    /** A visit to what the link leads to before it starts or after it has ended, which is never a click. */
    closed: z.enum(["before", "after"]).optional(),
    /** ISO 3166 alpha-2; absent: unknown. */
    country: z.string().optional(),
    browser: z.string().optional(),
    os: z.string().optional(),
    device: z.string().optional(),
    /** Host of the referring page; absent: direct, e-mail and other. */
    referrer: z.string().optional(),
    /** A key of `socialCount`. */
    social: z.string().optional(),
    /** Primary language tag. */
    language: z.string().optional(),
    /** Name, or place from 1, of the link's rule that chose the destination. */
    rule: z.string().optional(),
    /** ID of the variant of the link's split that chose it. */
    variant: z.string().optional(),
    /** By chance: whose click it was couldn't be told, so that the same visitor may get another variant next time. */
    drawn: z.literal("chance").optional(),
  })
  .refine(({ link, qr }) => (link === undefined) !== (qr === undefined));
export type ClickRecord = Readonly<z.output<typeof clickRecord>>;

const sealedSecret = z.object({
  /** The key store that sealed it; null: it stands here as it is. */
  keeper: z.string().nullable(),
  /** Base64 where it is sealed. */
  value: z.string(),
  /** Says that it was kept by this user's Waypost (see ownerKey.ts). */
  ownIn: z.number().optional(),
});

/** Secrets live beside the document and are never part of an export. */
export const secretsRecord = z.object({
  /** The owner's API key. */
  apiKey: z.string(),
  /** 32 bytes, base64url: keys the hash that stands for a visitor. */
  hashKey: z.string(),
  /** 32 bytes, base64url: signs cookies of visitors who gave a password. */
  cookieKey: z.string(),
  /** Of the tunnel, where its way has one. */
  tunnelToken: sealedSecret.optional(),
  /** Signs what is asked of the mirror at the edge. */
  edgeSecret: sealedSecret.optional(),
  /** The one before, until the mirror is known to have the new one. */
  edgeSecretBefore: sealedSecret.optional(),
  /** Where webhooks send to, and what they sign with. */
  webhookSecrets: sealedSecret.optional(),
});
export type SecretsRecord = Readonly<z.output<typeof secretsRecord>>;

/** `run.json`: where the running service is and how the local caller speaks to it. */
export const runRecord = z.object({
  pid: id,
  baseUrl: z.string(),
  /** The GUI door without key, or null. */
  gui: z.string().nullable(),
  /** Whether the desktop app runs it, and shows it in its own window. */
  hasWindow: z.boolean().default(false),
  /** Key of the local caller, minted at each start. */
  localKey: z.string(),
  startedAt: instant,
});
export type RunRecord = Readonly<z.output<typeof runRecord>>;

const portNumber = z.int().min(1).max(65_535);

/** `tunnel.json`: how visitors are brought to the public door, and whether they are to be. */
export const tunnelRecord = z.object({
  way: z.discriminatedUnion("way", [
    z.object({
      way: z.literal("ssh"),
      host: z.string(),
      user: z.string().optional(),
      port: portNumber,
      remotePort: portNumber,
      bindAddress: z.string().optional(),
      keyFile: z.string().optional(),
      address: z.url().optional(),
    }),
    z.object({ way: z.literal("cloudflared-named"), address: z.url().optional() }),
    z.object({ way: z.literal("cloudflared-quick") }),
    z.object({ way: z.literal("tailscale-funnel") }),
    z.object({
      way: z.literal("command"),
      command: z.string(),
      pattern: z.string().optional(),
      address: z.url().optional(),
    }),
    z.object({ way: z.literal("pasted"), address: z.url() }),
  ]),
  /** Says that its owner turned on just this way in this folder (see ownerKey.ts); null: it is off. */
  onIn: z.number().nullable(),
});
export type TunnelRecord = z.output<typeof tunnelRecord>;

/** `tunnel-run.json`: the tunnel's process, for the service after one that was killed. */
export const tunnelRunRecord = z.object({
  /** In the environment of the process and of those that it started. */
  mark: z.string().regex(/^[\w-]{16,}$/),
  /** Never the system's first process, or a group of all. */
  pid: z.int().min(2).nullable(),
  /** What tells it from a later process of the same number; null: nothing does here. */
  startedAs: z.string().nullable(),
});
export type TunnelRunRecord = Readonly<z.output<typeof tunnelRunRecord>>;

/** `edge.json`: the mirror at the edge, and how far home has come with it. */
export const edgeRecord = z.object({
  /** `https://name.account.workers.dev` */
  address: z.url(),
  /** Of the Worker. */
  name: z.string(),
  /** Of Cloudflare; null: it runs on a server of one's own. */
  account: z.string().nullable(),
  accountName: z.string(),
  databaseId: z.string().nullable(),
  /** Names of one's own that lead there too. */
  domains: z.array(z.string()),
  /** Those of them that have a DNS record of their own, such as a tunnel's: the edge answers in front of it. */
  routes: z.array(edgeRoute).optional(),
  /** Random: by which the edge knows this home. */
  home: z.string(),
  generation: z.int().positive(),
  /** Of the last call that was begun; written before it, so that a copy of the folder shows. */
  sequence: z.int().nonnegative(),
  workerVersion: z.string().nullable(),
  /** Milliseconds since 1970. */
  lastPushAt: z.number().nullable(),
  lastDrainAt: z.number().nullable(),
  /** What both sides held when they were the same last: rows, and the sum of their hashes. */
  agreed: z.object({ rows: z.int().nonnegative(), sum: z.int().nonnegative() }).nullable(),
  /** What was written at the edge in one day of its database's budget. */
  meter: z
    .object({
      /** Days since 1970, UTC. */
      day: z.int().nonnegative(),
      /** Rows that home's calls wrote. */
      written: z.int().nonnegative(),
      /** Of these, for the mirror. */
      mirrored: z.int().nonnegative(),
      /** Clicks that visits wrote, as far as the edge was asked. */
      clicks: z.int().nonnegative(),
    })
    .nullable(),
  /** Browsers that may make links there, and one-time links that nobody has opened yet. */
  browsers: z
    .array(
      z.object({
        /** Random. */
        id: z.string(),
        /** SHA-256 of the one-time link's secret, hex. */
        token: z.string(),
        /** By the edge's clock, as what follows: until when the link can be opened. */
        until: storedMoment,
        /** Until when the browser may make links. */
        ends: storedMoment,
        /** By this computer's. */
        createdAt: storedMoment,
        /** When a browser opened the link, and what it is. */
        pairedAt: storedMoment.optional(),
        name: z.string().optional(),
        /** When it made a link last. */
        usedAt: storedMoment.optional(),
      }),
    )
    .optional(),
  /** What became of links that were made there under names that were taken here, or not at all. */
  notes: z
    .array(
      z.object({
        at: storedMoment,
        alias: z.string(),
        url: z.string(),
        /** The link that it is now. Absent: it was refused, and why. */
        link: id.optional(),
        reason: z.string().optional(),
      }),
    )
    .optional(),
});
export type PairedBrowser = NonNullable<EdgeFileRecord["browsers"]>[number];
export type EdgeFileRecord = Readonly<z.output<typeof edgeRecord>>;
