import { z } from "zod";
import { done, doneForLinks, listOf, success } from "./envelope.ts";
import {
  address,
  bounds,
  clearOf,
  expectOf,
  flag,
  idPath,
  name,
  nothing,
  paging,
  lenientSorting,
  text,
  timestamp,
} from "./fields.ts";
import { operation } from "./operation.ts";

const meanings = {
  link: "Destination URL of the image",
};

const item = { id: z.int(), name: z.string().describe("Name"), date: timestamp };

/** In lists: how many links use it. */
const listed = {
  ...item,
  links: z
    .int()
    .nonnegative()
    .describe("Number of links that use it; of a deletion, links that are direct now"),
};

const details = z.object({
  ...item,
  title: z.string().describe("Heading of the page"),
  message: z.string().describe("Text of the page"),
  banner: z.string().describe("URL of a wide image"),
  logo: z.string().describe("URL of a small image"),
  link: z.string().describe(meanings.link),
  delay: z.int().min(0).max(60).describe("Seconds until the redirect"),
});

const delayFault = "must be a whole number of seconds from 0 to 60";

/** Of bodies; all of them may be left out. */
export const splashPageFields = {
  title: text(bounds.title).optional().describe("Heading of the page"),
  message: text(bounds.text).optional().describe("Text of the page"),
  banner: address.optional().describe("URL of a wide image"),
  logo: address.optional().describe("URL of a small image"),
  link: address.optional().describe(meanings.link),
  delay: z
    .union(
      [
        z.int(delayFault),
        z
          .string()
          .regex(/^\d{1,2}$/)
          .transform(Number),
      ],
      { error: delayFault },
    )
    .refine((seconds) => seconds >= 0 && seconds <= 60, delayFault)
    .optional()
    .describe("Seconds until the redirect. Defaults to 5"),
};

export const splashPageOperations = {
  listSplashPages: operation({
    method: "GET",
    path: "/api/splash",
    scope: "api",
    summary: "List the splash pages.",
    params: nothing,
    query: z.object({
      ...paging,

      unused: flag.optional().meta({ description: "Whether no link uses them" }),
      ...lenientSorting(["date", "name", "links"], "date (newest first), name, links (most first)"),
    }),
    body: nothing,
    response: listOf("splash", z.object(listed)),
  }),
  getSplashPage: operation({
    method: "GET",
    path: "/api/splash/:id",
    scope: "api",
    summary: "Show a splash page.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details }),
  }),
  addSplashPage: operation({
    method: "POST",
    path: "/api/splash/add",
    scope: "api",
    summary: "Create a splash page.",
    params: nothing,
    query: nothing,
    body: z.object({ name: name.describe("Name"), ...splashPageFields }),
    response: success({ id: z.int() }),
  }),
  updateSplashPage: operation({
    method: "PUT",
    path: "/api/splash/:id/update",
    scope: "api",
    summary: "Change a splash page; fields that aren't given stay as they are.",
    params: idPath,
    query: nothing,
    body: z.object({
      name: name.optional().describe("Name"),
      ...splashPageFields,
      clear: clearOf(["title", "message", "banner", "logo", "link", "delay"]).optional(),
      expect: expectOf({ name, ...splashPageFields }).optional(),
    }),
    response: done("Splash page has been updated successfully."),
  }),
  deleteSplashPage: operation({
    method: "DELETE",
    path: "/api/splash/:id/delete",
    scope: "api",
    summary: "Delete a splash page; links that use it become direct.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: doneForLinks("Splash page has been deleted successfully."),
  }),
} as const;
