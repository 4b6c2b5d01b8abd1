import { type Message, message } from "../../../../contract/messages/messages.ts";
import { countryCode } from "../../../visitor/countryNames.ts";
import { readFlag, readShort } from "./cellValues.ts";
import type { Known } from "./detectFormat.ts";
import type { Field } from "./formats.ts";
import { dateIn, nameOf, placesOf, withoutGaps, type RowReader } from "./linkRow.ts";
import type { ImportedClick } from "./rows.ts";

/** What products write where they don't know. */
const unknown = /^(unknown|n\/?a|none|null|-|direct|direct, email and other)?$/i;

/** Characters of a cell that are looked at: browsers' names are matched with many patterns. */
const longestText = 2000;

/** What makes clicks of the rows of a file. */
export function createClickReader(known: Known): RowReader {
  const { format, plan } = known;
  const places = placesOf(known);
  const { header } = plan;

  return (cells, line, order) => {
    const written = (field: Field) =>
      (cells[places.get(field)?.[0] ?? -1] ?? "").slice(0, longestText).trim();
    const told = (field: Field) => {
      const text = written(field);
      return unknown.test(text) ? undefined : text;
    };
    const invalid = (field: Field, said: Message) => {
      const column = header[places.get(field)?.[0] ?? -1] ?? null;
      return { kind: "invalid", line, cells, column, said } as const;
    };
    const short = readShort(written("short"));
    const type = written("type");
    if (short?.alias === "" || /^(base_url|invalid_short_url|regular_404)$/i.test(type)) {
      return { kind: "skipped", line, cells, why: "It was no visit of a link." };
    }
    if (short === undefined) return invalid("short", message("row.noShort"));
    const at = dateIn(written("date"), order);
    if (at === undefined) return invalid("date", message("row.noDate"));
    if (at === "unclear") return invalid("date", message("row.dayOrMonth"));
    if (at === "unreadable") {
      return invalid("date", message("row.date", { cell: written("date").slice(0, 100) }));
    }
    const click = withoutGaps<ImportedClick>({
      line,
      id: nameOf([format, ...cells]),
      alias: short.alias,
      domain: short.domain,
      at,
      country: countryCode(written("country")) ?? undefined,
      city: told("city"),
      userAgent: told("useragent"),
      referrer: told("referrer"),
      language: told("language"),
      isBot: readFlag(written("bot")) === true ? true : undefined,
      browser: told("browser"),
      os: told("os"),
    });
    return { kind: "click", line, cells, click };
  };
}
