import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { success } from "../envelope.ts";
import { flag, id, sentTimestamp } from "../fields/fields.ts";
import { linkFilter } from "../fields/linkFilter.ts";
import { api, noJson } from "../operation.ts";

const meanings = {
  format:
    "Format of the file: csv and json (Waypost's own formats), shlink and yourls (for import into these products), shlink-json (the format of Shlink's API, with redirect rules), bookmarks (for browsers), netlify, nginx, caddy, apache and html (redirect rules that work without Waypost), clicks-csv (one line per click) or clicks-zip (totals)",
  select: "Links to export: one of ids, filter and all",
};

/** How links are written: for other programs, and as ways out, which lead on without Waypost. */
export const linkFormats = [
  "csv",
  "json",
  "shlink",
  "shlink-json",
  "yourls",
  "bookmarks",
  "netlify",
  "nginx",
  "caddy",
  "apache",
  "html",
] as const;

export type LinkFormat = (typeof linkFormats)[number];

/** How clicks are written: a line each, or what they add up to. */
export const clickFormats = ["clicks-csv", "clicks-zip"] as const;

export type ClickFormat = (typeof clickFormats)[number];

/** What of links a format can't carry. */
export const leftBehind = [
  "password",
  "expired",
  "nowhere",
  "alias",
  "targets",
  "rules",
  "conditions",
  "split",
  "starts",
  "limits",
  "outside",
  "page",
  "pixels",
  "deeplink",
  "preview",
  "expiry",
  "counting",
  "names",
  "notes",
  "domain",
  "host",
  "short",
  "codes",
  "campaigns",
  "biopages",
] as const;

/** More are chosen by a filter. */
const mostIds = 10_000;
const selectFault = "must have exactly one of ids, filter and all";

const select = z
  .object(
    {
      ids: z
        .array(id, "must be a list")
        .min(1, "must not be empty")
        .max(mostIds, entriesFault(mostIds))
        .optional()
        .describe("IDs of the links"),
      filter: linkFilter.optional().describe("Filters, as for the list of links"),
      all: z
        .literal(true, "must be true")
        .optional()
        .describe("true selects all links, including archived links"),
    },
    selectFault,
  )
  .refine((chosen) => Object.values(chosen).filter((one) => one !== undefined).length === 1, {
    error: selectFault,
  });

const left = z.object({
  what: z.enum(leftBehind).describe("Part of the links that the format can't include"),
  links: z.int().nonnegative().describe("Number of affected links, or of other affected records"),
  says: z.string(),
  aliases: z.array(z.string()).describe("Aliases of the first affected links"),
});

export type LeftBehind = z.output<typeof left>;

export const exportOperations = {
  exportFile: api.post("/api/export", {
    summary: "Export links or clicks as a file.",
    body: z.object({
      what: z
        .enum(["links", "clicks"], "must be links or clicks")
        .describe("Content of the file: links or clicks"),
      format: z
        .enum(
          [...linkFormats, ...clickFormats],
          `must be one of ${[...linkFormats, ...clickFormats].join(", ")}`,
        )
        .describe(meanings.format),
      select: select.describe(meanings.select),
      bom: flag
        .optional()
        .describe(
          "Whether to start a CSV file with a byte order mark, which some spreadsheets need. Defaults to false",
        ),
      from: sentTimestamp
        .optional()
        .meta({ type: "string" })
        .describe("Start of the range. Defaults to the first click"),
      to: sentTimestamp
        .optional()
        .meta({ type: "string" })
        .describe("End of the range, exclusive. Defaults to now"),
    }),
    response: noJson,
    isStrict: true,
    answer: "file",
  }),
  previewExport: api.post("/api/export/preview", {
    summary: "Preview what an export of links can't include.",
    body: z.object({
      format: z
        .enum(linkFormats, `must be one of ${linkFormats.join(", ")}`)
        .describe(meanings.format),
      select: select.describe(meanings.select),
    }),
    response: success({
      links: z.int().nonnegative().describe("Number of exported links"),
      left: z.array(left).describe("Parts of the links that the format can't include"),
    }),
    isStrict: true,
  }),
} as const;
