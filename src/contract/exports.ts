import { z } from "zod";
import { success } from "./envelope.ts";
import { flag, id, nothing, sentTimestamp } from "./fields.ts";
import { linkFilter } from "./linkFilter.ts";
import { noJson, operation } from "./operation.ts";

/** How links are written: for other programs, and as ways out, which lead on without Waypost. */
export const linkFormats = [
  "csv",
  "json",
  "shlink",
  "yourls",
  "bookmarks",
  "netlify",
  "nginx",
  "caddy",
  "apache",
  "html",
] as const;

/** How clicks are written: a line each, or what they add up to. */
export const clickFormats = ["clicks-csv", "clicks-zip"] as const;

/** What of links a format can't carry. */
export const leftBehind = [
  "password",
  "expired",
  "nowhere",
  "alias",
  "targets",
  "page",
  "pixels",
  "deeplink",
  "preview",
  "expiry",
  "counting",
  "names",
  "domain",
  "host",
  "short",
  "codes",
  "campaigns",
  "biopages",
] as const;

/** More are chosen by a filter. */
const mostIds = 10_000;
const selectFault = "must have one of ids, filter and all";

const select = z
  .object(
    {
      ids: z
        .array(id, "must be a list")
        .min(1, "must not be empty")
        .max(mostIds, `must have at most ${mostIds} entries`)
        .optional(),
      filter: linkFilter.optional(),
      all: z.literal(true, "must be true").optional(),
    },
    selectFault,
  )
  .refine((chosen) => Object.values(chosen).filter((one) => one !== undefined).length === 1, {
    error: selectFault,
  });

const left = z.object({
  what: z.enum(leftBehind),
  links: z.int().nonnegative(),
  says: z.string(),
  aliases: z.array(z.string()),
});

export const exportOperations = {
  exportFile: operation({
    method: "POST",
    path: "/api/export",
    scope: "api",
    summary: "Take links or clicks along as a file.",
    params: nothing,
    query: nothing,
    body: z.object({
      what: z.enum(["links", "clicks"], "must be links or clicks"),
      format: z.enum(
        [...linkFormats, ...clickFormats],
        `must be one of ${[...linkFormats, ...clickFormats].join(", ")}`,
      ),
      select,
      bom: flag.optional(),
      from: sentTimestamp.optional().meta({ type: "string" }),
      to: sentTimestamp.optional().meta({ type: "string" }),
    }),
    response: noJson,
    isStrict: true,
    answer: "file",
  }),
  tellExport: operation({
    method: "POST",
    path: "/api/export/told",
    scope: "api",
    summary: "Say what an export of links would leave behind.",
    params: nothing,
    query: nothing,
    body: z.object({
      format: z.enum(linkFormats, `must be one of ${linkFormats.join(", ")}`),
      select,
    }),
    response: success({
      links: z.int().nonnegative(),
      left: z.array(left),
    }),
    isStrict: true,
  }),
} as const;
