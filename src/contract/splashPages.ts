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

const item = { id: z.int(), name: z.string(), date: timestamp };

/** In lists: how many links use it. */
const listed = { ...item, links: z.int().nonnegative() };

const details = z.object({
  ...item,
  title: z.string(),
  message: z.string(),
  banner: z.string(),
  logo: z.string(),
  link: z.string(),
  /** Seconds until the page goes on. */
  delay: z.int().min(0).max(60),
});

const delayFault = "must be a whole number of seconds from 0 to 60";

/** Of bodies; all of them may be left out. */
export const splashPageFields = {
  title: text(bounds.title).optional(),
  message: text(bounds.text).optional(),
  banner: address.optional(),
  logo: address.optional(),
  link: address.optional(),
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
    .optional(),
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
    body: z.object({ name, ...splashPageFields }),
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
      name: name.optional(),
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
