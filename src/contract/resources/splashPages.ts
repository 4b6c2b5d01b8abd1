import { z } from "zod";
import { done, doneForLinks, listOf, success } from "../envelope.ts";
import { flag, idPath, nothing, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { operation } from "../operation.ts";
import { addedFields, answeredFields, updatedFields } from "../fields/recordSchemas.ts";
import { splashPageFields } from "../fields/recordTables.ts";

/** In lists: how many links use it. */
const listed = z.object({
  id: z.int(),
  name: z.string().describe("Name"),
  date: timestamp,
  links: z
    .int()
    .nonnegative()
    .describe("Number of links that use it; of a deletion, links that are direct now"),
});

const details = z.object({
  id: z.int(),
  ...answeredFields(splashPageFields),
  date: timestamp,
});

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
    response: listOf("splash", listed),
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
    body: z.object(addedFields(splashPageFields)),
    response: success({ id: z.int() }),
  }),
  updateSplashPage: operation({
    method: "PUT",
    path: "/api/splash/:id/update",
    scope: "api",
    summary: "Change a splash page; fields that aren't given stay as they are.",
    params: idPath,
    query: nothing,
    body: z.object(updatedFields(splashPageFields)),
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
