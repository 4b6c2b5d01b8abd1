import { countryCode } from "../../visitor/countryNames.ts";
import { readFlag, readShort } from "./cellValues.ts";
import type { Known } from "./examine.ts";
import type { Field } from "./formats.ts";
import { CellFault, dateIn, nameOf, placesOf, withoutGaps, type RowReader } from "./linkRow.ts";
import type { ImportedClick } from "./rows.ts";

/** What products write where they don't know. */
const unknown = /^(unknown|n\/?a|none|null|-|direct|direct, email and other)?$/i;

/** What makes clicks of the rows of a file. */
export function createClickReader(known: Known): RowReader {
  const { format, plan } = known;
  const places = placesOf(known);
  const { header } = plan;

  return (cells, line, order) => {
    const written = (field: Field) => (cells[places.get(field)?.[0] ?? -1] ?? "").trim();
    const said = (field: Field) => {
      const text = written(field);
      return unknown.test(text) ? undefined : text;
    };
    const invalid = (field: Field, message: string) => {
      const column = header[places.get(field)?.[0] ?? -1] ?? null;
      return { kind: "invalid", line, cells, column, message } as const;
    };
    try {
      const short = readShort(written("short"));
      const type = written("type");
      if (short?.alias === "" || /^(base_url|invalid_short_url|regular_404)$/i.test(type)) {
        return { kind: "skipped", line, cells, why: "It was no visit of a link." };
      }
      if (short === undefined) return invalid("short", "There is no short address in this row.");
      const at = dateIn(written("date"), "date", order);
      if (at === undefined && written("date") === "") {
        return invalid("date", "There is no date in this row.");
      }
      if (at === undefined)
        return invalid("date", "Whether the day or the month comes first must be said.");
      const click = withoutGaps<ImportedClick>({
        line,
        id: nameOf(format, ...cells),
        alias: short.alias,
        domain: short.domain,
        at,
        country: countryCode(written("country")) ?? undefined,
        city: said("city"),
        userAgent: said("useragent"),
        referrer: said("referrer"),
        language: said("language"),
        isBot: readFlag(written("bot")) === true ? true : undefined,
        browser: said("browser"),
        os: said("os"),
      });
      return { kind: "click", line, cells, click };
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      return invalid("date", error.says);
    }
  };
}
