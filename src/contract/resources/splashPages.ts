import { z } from "zod";
import { done, doneForLinks, listOf, success } from "../envelope.ts";
import { flag, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { api } from "../operation.ts";
import { addedFields, answeredFields, updatedFields } from "../fields/recordSchemas.ts";
import { splashPageFields } from "../fields/recordTables.ts";

/** In lists: how many links use it. */
const listed = z.object({
  id: z.int(),
  name: z.string().describe("Name of the splash page"),
  date: timestamp,
  links: z.int().nonnegative().describe("Number of links that use the splash page"),
});

const details = z.object({
  id: z.int(),
  ...answeredFields(splashPageFields),
  date: timestamp,
});

export const splashPageOperations = {
  listSplashPages: api.get("/api/splash", {
    summary: "List splash pages.",
    query: z.object({
      ...paging,

      unused: flag.optional().meta({ description: "Filter by whether splash pages are unused" }),
      ...lenientSorting(
        ["date", "name", "links"],
        "Sort order: date (newest first), name or links (most first). Defaults to date",
      ),
    }),
    response: listOf("splash", listed),
  }),
  getSplashPage: api.get("/api/splash/:id", {
    summary: "Show a splash page.",
    response: success({ details }),
  }),
  addSplashPage: api.post("/api/splash/add", {
    summary: "Create a splash page.",
    body: z.object(addedFields(splashPageFields)),
    response: success({ id: z.int() }),
  }),
  updateSplashPage: api.put("/api/splash/:id/update", {
    summary: "Update a splash page; omitted fields don't change.",
    body: z.object(updatedFields(splashPageFields)),
    response: done("Splash page has been updated successfully."),
  }),
  deleteSplashPage: api.delete("/api/splash/:id/delete", {
    summary: "Delete a splash page; links that use it become direct.",
    response: doneForLinks("Splash page has been deleted successfully."),
  }),
} as const;
