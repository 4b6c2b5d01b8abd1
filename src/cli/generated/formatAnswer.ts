import type { Answer } from "../service/client.ts";
import { isObject } from "../../util/isObject.ts";
import type { Output } from "../terminal/print.ts";
import type { Typed } from "../typed.ts";
import { sibling, titleOf, type GeneratedCommand } from "./commands.ts";
import { flagOf } from "./flags.ts";
import {
  describe,
  formatBars,
  formatRows,
  isScalar,
  labelOf,
  type Row,
  valueText,
} from "./formatRecord.ts";

/** What the answer was asked with. */
interface Request {
  readonly search: unknown;
  /** The list's other filters. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly typed: Typed;
}

/** Columns of lists whose items don't fit on a line; others show all they have. */
const columnsByCollection: Readonly<Record<string, readonly string[]>> = {
  items: ["type", "id", "title", "link", "date"],
  qrs: ["id", "type", "name", "scans", "date", "link"],
  urls: ["id", "shorturl", "clicks", "date", "longurl"],
};

/** A single answer's fields side by side: the envelope's own, the record's and its counts. */
function fieldsIn(answer: Answer): Row {
  const { error: _error, details, data, ...own } = answer;
  // docs/api.md, "The name of a campaign": its changes answer the name under the key `domain`.
  const { domain, rotator, ...plain } = own;
  return {
    ...(rotator === undefined ? own : { ...plain, name: domain, rotator }),
    ...(isObject(details) ? details : {}),
    ...(isObject(data) ? data : {}),
  };
}

interface List {
  readonly collection: string;
  readonly items: readonly Row[];
  /** Over all pages. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

function listIn({ data }: Answer): List | undefined {
  if (!isObject(data)) return undefined;
  const [collection, items] = Object.entries(data).find(([, value]) => Array.isArray(value)) ?? [];
  const { result, currentpage, maxpage } = data;
  if (collection === undefined || !Array.isArray(items) || typeof result !== "number") {
    return undefined;
  }
  return {
    collection,
    items: items.filter(isObject),
    total: result,
    page: Number(currentpage),
    pages: Number(maxpage),
  };
}

/** Items of a list answer; a single answer has none. */
export function itemsIn(answer: Answer): {
  readonly items: readonly Row[];
  readonly pages: number;
} {
  return listIn(answer) ?? { items: [], pages: 0 };
}

function emptyList(command: GeneratedCommand, { total }: List, request: Request): string {
  const { search, filters, typed } = request;
  const { one, many } = titleOf(command.noun);
  if (command.verb !== "list") {
    return total > 0 ? "There are no more items. See earlier pages." : "There are no items.";
  }
  if (total > 0) return `No more ${many}. See earlier pages.`;
  const names = Object.keys(filters);
  if (typeof search === "string" && names.length === 0) return `No ${one} matches "${search}".`;
  if (names.join() === "tag" && search === undefined) return noneTagged(one, filters["tag"]);
  if (names.length > 0) {
    const flags = [...(search === undefined ? [] : ["search"]), ...names];
    return `No ${one} matches ${flags.map((name) => `--${flagOf(name)}`).join(", ")}.`;
  }
  const canAdd = sibling(command, "add") !== undefined;
  return `No ${many} yet.${canAdd ? ` To create one: ${typed(`${command.noun} add --help`)}` : ""}`;
}

function noneTagged(one: string, given: unknown): string {
  const tags = [given].flat().map((tag) => `"${String(tag)}"`);
  return `No ${one} has the ${tags.length === 1 ? "tag" : "tags"} ${tags.join(" and ")}.`;
}

function formatList(command: GeneratedCommand, list: List, request: Request): Output {
  const { items, total, page, pages, collection } = list;
  if (items.length === 0) return { lines: [], notes: [emptyList(command, list, request)] };
  const { titles = "", lines } = formatRows(items, columnsByCollection[collection]);
  const what = command.verb === "list" ? titleOf(command.noun).many : "in total";
  return {
    titles,
    lines,
    notes: pages > 1 ? [`page ${page} of ${pages}, ${total} ${what}`] : [],
  };
}

/** The one value of a change's answer that the next command needs: an address, else the id. */
function resultIn({ row }: GeneratedCommand, fields: Row): string | undefined {
  if (row.method === "GET") return undefined;
  const address = fields["shorturl"] ?? fields["short"] ?? fields["link"];
  if (typeof address === "string") return address;
  const { id } = fields;
  return row.method === "POST" && typeof id === "number" ? String(id) : undefined;
}

/** An answer for people, with the service's warnings. */
export function formatAnswer(
  command: GeneratedCommand,
  { warnings, ...answer }: Answer,
  request: Request,
): Output {
  const formatted = formatPlain(command, answer, request);
  const warned = Array.isArray(warnings) ? warnings.map(String) : [];
  return { ...formatted, notes: [...warned, ...formatted.notes] };
}

function formatPlain(command: GeneratedCommand, answer: Answer, request: Request): Output {
  // A document with a format of its own, such as OpenAPI.
  if (!("error" in answer)) return { lines: [JSON.stringify(answer, undefined, 2)], notes: [] };
  const list = listIn(answer);
  if (list !== undefined) return formatList(command, list, request);
  const { history, by, message, ...rest } = answer;
  if (Array.isArray(history)) return formatBars(history, by);
  if (typeof message === "string") {
    return { lines: [message, ...describe(fieldsIn(rest))], notes: [] };
  }
  const fields = fieldsIn(answer);
  const [only, ...more] = Object.entries(fields);
  if (only !== undefined && more.length === 0) return formatOnly(...only);
  return { lines: [resultIn(command, fields) ?? describe(fields)].flat(), notes: [] };
}

/** The only field of an answer needs no name. */
function formatOnly(name: string, value: unknown): Output {
  if (isScalar(value)) return { lines: [valueText(name, value)], notes: [] };
  if (isObject(value)) return { lines: describe(value), notes: [] };
  if (!Array.isArray(value) || !value.every(isObject)) {
    return { lines: [valueText(name, value)], notes: [] };
  }
  if (value.length === 0) return { lines: [], notes: [`No ${labelOf(name)} yet.`] };
  return formatRows(value);
}
