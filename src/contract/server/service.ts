import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { done, success } from "../envelope.ts";
import { api, owner } from "../operation.ts";
import { sentMessage } from "../messages/messageFields.ts";

/** What the owner's screens say about the running service. */
export const serviceState = z.object({
  version: z.string(),
  /** Where scripts reach the service, path prefix included. */
  baseUrl: z.url(),
  /** The public door's local address, where a tunnel points; null while it is closed. */
  publicUrl: z.url().nullable(),
  /** What short addresses are printed with. */
  shortBase: z.url(),
  /** Whether that is a tunnel's random name, gone when the tunnel starts again. */
  temporary: z.boolean(),
  dataDir: z.string(),
  /** The words with which other programs on this computer start a command of Waypost. */
  program: z.array(z.string()).min(1),
  timeZone: z.string(),
  /** Of the account's day so far, over all links. */
  clicksToday: z.int().nonnegative(),
  /** Records that the navigation counts; links without archived ones. */
  counts: z.object({
    links: z.int().nonnegative(),
    qr: z.int().nonnegative(),
    /** Bio pages, splash pages, banners and forms. */
    pages: z.int().nonnegative(),
    /** Channels, campaigns and views. */
    collections: z.int().nonnegative(),
    tags: z.int().nonnegative(),
  }),
  /** What visitors wrote into forms and nobody has read. */
  unread: z.int().nonnegative(),
  /** Clicks that were answered but could not be written, since the start. */
  clicksLost: z.int().nonnegative(),
  /** Short sentences that the owner should read: a missing country database, a synced folder. */
  warnings: z.array(z.string()),
  /** The warnings again, for callers with words of their own. */
  said: z.array(sentMessage),
});
export type ServiceState = z.output<typeof serviceState>;

/** What the app keeps in a browser, by its name there. */
export const preferences = z
  .record(
    z.string().regex(/^waypost\.(?:look|preferences|columns\.\w{1,40})$/),
    z.string().max(20_000),
  )
  .refine((all) => Object.keys(all).length <= 50, entriesFault(50));

export const serviceOperations = {
  getService: owner.get("/api/service", {
    summary: "Show the state of the running server.",
    response: success({ data: serviceState }),
  }),
  getKey: owner.get("/api/key", {
    summary: "Show the API key.",
    response: success({ key: z.string() }),
  }),
  /** Whoever comes again counts as a new visitor. */
  forgetVisitors: owner.post("/api/visitors/forget", {
    summary: "Replace the key of anonymous visitor IDs, so that past visitors can't be recognized.",
    response: done("All visitors have been forgotten."),
  }),
  /** A browser has a store by address, and the app has another address after each start. */
  savePreferences: owner.put("/api/preferences", {
    summary: "Save the preferences of the app in a browser.",
    body: z.object({ preferences }),
    response: done("The preferences have been saved."),
  }),
  /** A document of its own kind: the one answer without the envelope. */
  getOpenApi: api.get("/api/openapi.json", {
    summary: "Show the API as an OpenAPI document.",
    response: z.looseObject({
      openapi: z.string(),
      info: z.looseObject({ title: z.string(), version: z.string() }),
      paths: z.record(z.string(), z.unknown()),
    }),
  }),
} as const;
