import { z } from "zod";
import { success } from "../envelope.ts";
import { text, timestamp } from "../fields/fields.ts";
import { owner } from "../operation.ts";

/** What links name as their source that were created there; never translated, as other services' names. */
export const copyService = "Always-on copy";

/** What the state of a copy says of browsers that may create links there. */
export const browserFields = {
  /** With one-time links that nobody has opened yet. */
  browsers: z.array(
    z.object({
      id: z.string(),
      /** As it calls itself; null: nobody has opened the one-time link yet. */
      name: z.string().nullable(),
      /** When the browser was paired; null: not yet. */
      paired: timestamp.nullable(),
      /** When it created its latest link. */
      used: timestamp.nullable(),
      /** Until when it may create links, or the one-time link can be opened. */
      ends: timestamp,
    }),
  ),
  /** Links created at the copy that have another alias here, or that Waypost refused. */
  notes: z.array(
    z.object({
      date: timestamp,
      /** The alias that it was created with. */
      alias: z.string(),
      url: z.string(),
      /** Null: it was refused, for the reason, or deleted since. */
      link: z.object({ id: z.int().positive(), shorturl: z.string() }).nullable(),
      reason: z.string().nullable(),
    }),
  ),
};

/** @param edge the state of a copy, which each of them answers */
export function browserOperations<Edge extends z.ZodType>(edge: Edge) {
  const response = success({ data: edge });
  return {
    /** Answers once the copy knows it. */
    pairEdgeBrowser: owner.post("/api/edge/pair", {
      summary: "Create a one-time link that lets a browser create links at the always-on copy.",
      response: success({
        url: z.url().describe("One-time link. Open it in the browser to pair"),
        ends: timestamp.describe("Time until which the one-time link can be opened"),
        data: edge,
      }),
    }),
    unpairEdgeBrowser: owner.post("/api/edge/unpair", {
      summary: "Remove a paired browser or a one-time link, or all of them.",
      isStrict: true,
      body: z.object({
        browser: text(100)
          .optional()
          .describe("ID of the browser. All browsers and one-time links if omitted"),
      }),
      response,
    }),
    clearEdgeNotes: owner.post("/api/edge/notes/clear", {
      summary: "Clear the notes about links created at the always-on copy.",
      response,
    }),
  };
}
