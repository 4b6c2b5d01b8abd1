import { z } from "zod";
import { listOf, success } from "../envelope.ts";
import { flag, idList, paging, text, timestamp } from "../fields/fields.ts";
import type { EdgeProblemCode } from "../messages/edgeProblems.ts";
import { codeOf, problemOf } from "../messages/messageFields.ts";
import { noJson, owner } from "../operation.ts";
import { browserFields, browserOperations } from "./edgeBrowsers.ts";

export const edgeProblemCode = codeOf<EdgeProblemCode>();

/** What is done to set it up, in this order; then what is done to remove it. */
export const edgeSteps = [
  "token",
  "account",
  "server",
  "database",
  "worker",
  "address",
  "domains",
  "adopt",
  "push",
  "verify",
  "route",
  "pull",
  "wipe",
  "delete",
] as const;
export type EdgeStep = (typeof edgeSteps)[number];

/** Where a link stands. */
export const edgeLinkStates = ["synced", "pending", "localOnly"] as const;
export type EdgeLinkState = (typeof edgeLinkStates)[number];

/** Why a link isn't at the edge. */
export const edgeLinkReasons = [
  /** Of `localOnly`: it has a password, which only this server checks. */
  "password",
  /** Of `localOnly`: it has a limit of clicks that this server counts, as its address or its form leads here. */
  "limit",
  /** Of `localOnly`: its row is larger than the copy accepts. */
  "tooLarge",
  /** Of `pending`: the day's budget of rows is spent, or kept for links that are clicked more. */
  "budget",
  /** Of `pending`: the edge can't be reached, or doesn't take it, just now. */
  "problem",
] as const;

/** Links of one campaign that the edge takes, at most: each visit of its rotator reads all of them, in 10 ms. */
export const mostCampaignLinks = 5_000;

/** What else answers at home alone: a public campaign with its random link and list, a QR code's picture. */
export const edgeAtHomeKinds = ["campaign", "picture"] as const;

/** Why it does. */
export const edgeAtHomeReasons = [
  /** Of a campaign: it has more links than the edge takes of one. */
  "links",
  /** Of a campaign: its list is larger than the copy accepts. */
  "list",
  /** Of a picture: it is larger than the edge takes. */
  "picture",
  /** Of a picture: its logo isn't in the data folder any more. */
  "logo",
] as const;
export type EdgeAtHomeReason = (typeof edgeAtHomeReasons)[number];

/** A domain with a DNS record, such as a tunnel's, in front of which the copy answers. */
export const edgeRoute = z.object({
  host: z.string(),
  /** Whether visitors go on to what the record leads to once the day's requests are used up; null: not known. */
  failsOpen: z.boolean().nullable(),
});
export type EdgeRoute = Readonly<z.output<typeof edgeRoute>>;

const edgeProblem = problemOf(edgeProblemCode);

const edgeAccount = z.object({ id: z.string(), name: z.string() });
export type EdgeAccount = z.output<typeof edgeAccount>;

/** Of this run of the service; the token is known to it alone, and forgotten at its end. */
const edgeSetUp = z.object({
  /** `upgrade`: a Worker of another version in the same place. `connect`: a server of one's own. */
  kind: z.enum(["setup", "connect", "upgrade", "claim", "remove"]),
  startedAt: timestamp,
  /** Null: it is under way. */
  endedAt: timestamp.nullable(),
  steps: z.array(
    z.object({
      step: z.enum(edgeSteps),
      outcome: z.enum(["waiting", "running", "ok", "failed", "skipped"]),
    }),
  ),
  /** Why the step failed that did. */
  problem: edgeProblem.nullable(),
  /** Of `accountUnknown`: those to choose from. */
  accounts: z.array(edgeAccount),
});
export type EdgeSetUp = z.output<typeof edgeSetUp>;

export const edgePlaces = ["cloudflare", "server"] as const;
export type EdgeKind = (typeof edgePlaces)[number];

const moments = {
  /** When it last went through; null: not yet. */
  at: timestamp.nullable(),
  /** It is under way. */
  running: z.boolean(),
};

const edge = z.object({
  /** Whether there is one. */
  set: z.boolean(),
  /** Where it runs: in a Cloudflare account, or on a server of one's own; null: there is none. */
  place: z.enum(edgePlaces).nullable(),
  /** Where it answers at any rate. */
  address: z.url().nullable(),
  /** With domains of one's own; the first is `address`. */
  addresses: z.array(z.url()),
  /** Those of the domains that have DNS records of their own. */
  routes: z.array(edgeRoute),
  /** Whether short addresses are printed with one of them. */
  printed: z.boolean(),
  /** Everybody outside is told to come later: by the mirror too, once it has heard of it. */
  dark: z.boolean(),
  /** Of the Worker. */
  name: z.string().nullable(),
  account: edgeAccount.nullable(),
  /** As Cloudflare calls it. */
  database: z.string().nullable(),
  /** The secret itself is never answered; null: none is kept. */
  secret: z
    .object({
      /** The file. */
      path: z.string(),
      /** Who can read it there: whoever can read the file, or the system's key store alone. */
      protection: z.enum(["file", "system"]),
      /** Of the key store, as the system calls it; null: none was there. */
      keeper: z.string().nullable(),
    })
    .nullable(),
  worker: z.object({
    /** The version that answers there; null: not known yet. */
    version: z.string().nullable(),
    /** The version that this service would upload. */
    own: z.string(),
    /** Whether an upload would change anything, as far as it is known. */
    outdated: z.boolean(),
  }),
  /** What stands against it now. */
  problem: edgeProblem.nullable(),
  setUp: edgeSetUp.nullable(),
  push: z.object({
    ...moments,
    /** Rows that should be there, of every kind. */
    rows: z.int().nonnegative(),
    /** Rows that aren't there yet, or are there as they were. */
    waiting: z.int().nonnegative(),
  }),
  drain: z.object({
    ...moments,
    /** Clicks and answers that the edge still has; null: it wasn't asked yet. */
    waiting: z.int().nonnegative().nullable(),
    /** Clicks taken home since the service was started. */
    taken: z.int().nonnegative(),
    /** Clicks that the edge could not keep, as far as it knows. */
    lost: z.int().nonnegative(),
  }),
  /** Of the rows that the free plan allows a day, as the edge's own database counts them. Null on a server of one's own. */
  meter: z
    .object({
      /** `YYYY-MM-DD`, UTC, as the plan reckons. */
      day: z.string(),
      written: z.int().nonnegative(),
      limit: z.int().positive(),
      /** What the day comes to if it goes on like this. */
      forecast: z.int().nonnegative(),
      /** The forecast is beyond 70 % of the limit. */
      warns: z.boolean(),
      /** Rows of links that may still be written today. */
      left: z.int().nonnegative(),
    })
    .nullable(),
  /** What the last comparison of both sides found; null: none was made. */
  check: z
    .object({
      at: timestamp,
      /** Rows that are missing there, are others or shouldn't be there. */
      differences: z.int().nonnegative(),
      /** Rows there that can't be read. */
      unreadable: z.int().nonnegative(),
    })
    .nullable(),
  links: z.object({
    synced: z.int().nonnegative(),
    pending: z.int().nonnegative(),
    localOnly: z.int().nonnegative(),
  }),
  /** What else answers at home alone, as far as it was read since the start. */
  atHome: z.object({
    campaigns: z.int().nonnegative(),
    pictures: z.int().nonnegative(),
  }),
  ...browserFields,
});
export type Edge = z.output<typeof edge>;
const response = success({ data: edge });

const edgeLink = z.object({
  id: z.int().positive(),
  alias: z.string(),
  shorturl: z.string(),
  title: z.string(),
  state: z.enum(edgeLinkStates),
  reason: z.enum(edgeLinkReasons).nullable(),
});

/** Where a link stands, and why it isn't at the edge. */
export type EdgeLinkStanding = Readonly<Pick<z.output<typeof edgeLink>, "state" | "reason">>;

const edgeAtHome = z.object({
  kind: z.enum(edgeAtHomeKinds),
  /** Of the campaign, or of the QR code. */
  id: z.int().positive(),
  name: z.string(),
  reason: z.enum(edgeAtHomeReasons),
});
export type EdgeAtHome = Readonly<z.output<typeof edgeAtHome>>;

/** Permissions of a token: their keys and levels, and what Cloudflare's page calls them, in any language. */
const tokenPermissions = [
  ["workers_scripts", "edit", "Account · Workers Scripts · Edit"],
  ["d1", "edit", "Account · D1 · Edit"],
] as const;
/** Those that a route needs, too. */
const routePermissions = [
  ["workers_routes", "edit", "Zone · Workers Routes · Edit"],
  ["zone", "read", "Zone · Zone · Read"],
] as const;

/** Where Cloudflare creates a token, with its name and permissions filled in. */
export function tokenPage(hasRoute: boolean): {
  readonly address: string;
  readonly permissions: readonly string[];
} {
  const all = hasRoute ? [...tokenPermissions, ...routePermissions] : tokenPermissions;
  const keys = JSON.stringify(all.map(([key, type]) => ({ key, type })));
  const zones = hasRoute ? "&accountId=*&zoneId=all" : "";
  const query = `permissionGroupKeys=${encodeURIComponent(keys)}${zones}&name=Waypost`;
  return {
    address: `https://dash.cloudflare.com/profile/api-tokens?${query}`,
    permissions: all.map(([, , name]) => name),
  };
}

const nameFault =
  "must be at most 54 lowercase letters, digits and -, without - at the start or end";

/** What Cloudflare is spoken to with, and about what. */
const place = {
  /** Of Cloudflare's API; used and forgotten. */
  token: text(400).trim().min(1, "must not be empty"),
  /** Id; the token's own when it leads to one alone. */
  account: text(64)
    .trim()
    .regex(/^[\da-f]{32}$/, "must have 32 characters: digits and letters from a to f")
    .optional(),
  /** Of Worker and database. */
  name: text(54)
    .trim()
    .regex(/^[a-z0-9]([a-z0-9-]{0,52}[a-z0-9])?$/, nameFault)
    .optional(),
};

/** Names of one's own that lead to the Worker; those of before stay where they aren't given. */
const domains = z
  .array(
    text(253)
      .trim()
      .toLowerCase()
      .regex(/^([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/, "must be a domain such as go.example.org"),
    "must be a list of domains",
  )
  .max(20, "must be a list of at most 20 domains");

const edgePlace = z.object({
  ...place,
  domains: domains.optional(),
  route: flag
    .optional()
    .describe(
      "Whether the copy may answer in front of domains that already have a DNS record, such as a tunnel's. Defaults to false",
    ),
  eu: flag
    .optional()
    .describe(
      "Whether Cloudflare stores the copy's data in the EU only. Can't be changed later. Defaults to false",
    ),
});
export type EdgePlace = Readonly<z.output<typeof edgePlace>>;

const edgeServer = z.object({
  address: text(2_000)
    .trim()
    .regex(/^https?:\/\//i, "must be a full URL such as https://copy.example.org")
    .describe("URL at which visitors reach the copy"),
  secret: text(400).trim().min(1, "must not be empty").describe("Secret of the copy"),
  unencrypted: flag
    .optional()
    .describe(
      "Whether links and clicks may be sent to an http:// address in your own network, where others can read the links and clicks. Defaults to false",
    ),
});
export type EdgeServer = Readonly<z.output<typeof edgeServer>>;

export const edgeOperations = {
  getEdge: owner.get("/api/edge", {
    summary: "Show the always-on copy and how much of it is in sync.",
    response,
  }),
  /** Answers at once; how it goes, `setUp` tells. Where there is one: a new Worker in its place. */
  setUpEdge: owner.post("/api/edge/setup", {
    summary: "Set up an always-on copy, or update the Worker of an existing copy.",
    isStrict: true,
    body: edgePlace,
    response,
  }),
  /** To one that runs already, without Cloudflare. Answers at once; how it goes, `setUp` tells. */
  connectEdge: owner.post("/api/edge/connect", {
    summary: "Connect an always-on copy that runs on a server of your own.",
    isStrict: true,
    body: edgeServer,
    response,
  }),
  /** Answers once both sides agree, with what stands against it, or while it goes on for longer: `running`. */
  pushEdge: owner.post("/api/edge/push", {
    summary: "Upload changes to the always-on copy now.",
    response,
  }),
  drainEdge: owner.post("/api/edge/pull", {
    summary: "Download clicks and messages from the always-on copy now.",
    response,
  }),
  /** Row by row; what differs is mended. */
  checkEdge: owner.post("/api/edge/check", {
    summary: "Compare the always-on copy with this computer and repair differences.",
    response,
  }),
  /** Fetches what visitors left there, then leaves nothing. Answers at once; `setUp` tells how it goes. */
  removeEdge: owner.post("/api/edge/remove", {
    summary: "Download clicks and messages, then empty or delete the always-on copy.",
    isStrict: true,
    body: z.object({
      /** Of Cloudflare's API; without one the mirror is emptied, and Worker and database stay there. */
      token: place.token.optional(),
      /** Gives it up here though the edge can't be reached; what is there stays there. */
      forget: flag.optional(),
    }),
    response,
  }),
  /** For a service that was restored, or has moved to another computer. */
  takeOverEdge: owner.post("/api/edge/claim", {
    summary: "Make this Waypost the only Waypost that writes to the always-on copy.",
    isStrict: true,
    body: z.object({ ...place, token: place.token.optional() }),
    response,
  }),
  ...browserOperations(edge),
  getEdgeScript: owner.get("/api/edge/script", {
    summary: "Download the Worker's script, so that you can upload the script yourself.",
    response: noJson,
    answer: "file",
  }),
  listEdgeLinks: owner.get("/api/edge/links", {
    summary: "List links with their sync state: synced, pending or local only.",
    query: z.object({
      ids: idList(1000).optional().describe("Only links with these IDs"),
      state: z
        .enum(edgeLinkStates, `must be one of ${edgeLinkStates.join(", ")}`)
        .optional()
        .describe("Only links in this state: synced, pending or localOnly"),
      limit: paging.limit,
      page: paging.page,
    }),
    response: listOf("links", edgeLink),
  }),
  listEdgeAtHome: owner.get("/api/edge/local-only", {
    summary: "List public campaigns and QR code images that work on this computer only.",
    query: z.object({
      kind: z
        .enum(edgeAtHomeKinds, `must be one of ${edgeAtHomeKinds.join(", ")}`)
        .optional()
        .describe("Only records of this kind: campaign or picture (QR code image)"),
      ids: idList(1000).optional().describe("Only records with these IDs"),
      limit: paging.limit,
      page: paging.page,
    }),
    response: listOf("records", edgeAtHome),
  }),
} as const;
