import type { LinkListItem, LinkStatistics } from "../contract/links.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { addLinkBody, type AddFlags } from "./linkFlags.ts";
import { faint, note, print, printJson, screenWidth, strong } from "./output.ts";
import { linkOf, type SingleLink } from "./reference.ts";
import { runningService } from "./runningService.ts";
import { table, type Column } from "./table.ts";

/** Flags of every command that speaks to the service. */
export interface ServiceFlags {
  readonly data?: string;
  readonly json?: boolean;
}

export interface ListFlags extends ServiceFlags {
  readonly search?: string;
  readonly order?: string;
  readonly limit?: string;
  readonly page?: string;
}

async function standardInput(): Promise<string> {
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += String(chunk);
  return text.replace(/\r?\n$/, "");
}

export async function showKey(flags: ServiceFlags): Promise<void> {
  const answer = await runningService(flags.data).call("getKey");
  if (flags.json === true) return printJson(answer);
  print(answer.key);
}

/** On stdout stands the short address alone, so that it can be piped on. */
export async function addLink(url: string, flags: ServiceFlags & AddFlags): Promise<void> {
  // On a command line other users of the computer could read it.
  const password = flags.password === "-" ? { password: await standardInput() } : {};
  const body = addLinkBody(url, { ...flags, ...password });
  const answer = await runningService(flags.data).call("addLink", { body });
  if (flags.json === true) return printJson(answer);
  print(answer.shorturl);
}

const columns: readonly Column<LinkListItem>[] = [
  { title: "ID", value: ({ id }) => String(id), align: "right" },
  { title: "SHORT", value: ({ shorturl }) => shorturl },
  { title: "CLICKS", value: ({ clicks }) => String(clicks), align: "right" },
  { title: "MADE", value: ({ date }) => date.slice(0, 16) },
  { title: "LEADS TO", value: ({ longurl }) => longurl, shrinks: true },
];

function wholeNumber(flag: string, value: string | undefined): string | undefined {
  if (value === undefined || /^[1-9]\d{0,14}$/.test(value)) return value;
  throw new CommandFailed(
    exitCodes.wrongUse,
    `${flag} takes a whole number from 1, not "${value}".`,
  );
}

export async function listLinks(flags: ListFlags): Promise<void> {
  if (flags.order !== undefined && flags.order !== "date" && flags.order !== "click") {
    throw new CommandFailed(
      exitCodes.wrongUse,
      `--order takes date or click, not "${flags.order}".`,
    );
  }
  const answer = await runningService(flags.data).call("listLinks", {
    query: {
      limit: wholeNumber("--limit", flags.limit),
      page: wholeNumber("--page", flags.page),
      order: flags.order,
      q: flags.search,
    },
  });
  if (flags.json === true) return printJson(answer);
  // Only a search by short address answers a single link, and none was asked for.
  if (!("urls" in answer.data)) return;
  const { urls, result, currentpage, maxpage } = answer.data;
  if (urls.length === 0) return note(emptyList(flags.search, result));
  const [titles = "", ...lines] = table(columns, urls, screenWidth());
  print(strong(titles));
  for (const line of lines) print(line);
  if (maxpage > 1) note(faint(`page ${currentpage} of ${maxpage}, ${result} links`));
}

function emptyList(search: string | undefined, result: number): string {
  if (result > 0) return `No more links: there are ${result}, on earlier pages.`;
  if (search !== undefined) return `No link matches "${search}".`;
  return "No links yet. Make the first one with: waypost add https://example.org";
}

function topNames(names: LinkStatistics["topCountries"]): string {
  if (names === 0) return "";
  return Object.entries(names)
    .map(([name, clicks]) => `${name} ${clicks}`)
    .join(", ");
}

function pairs(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, to]) => `${name} → ${to}`)
    .join(", ");
}

/** What a link has, as rows; what it doesn't have is left out. */
function describe({ id, details, data }: SingleLink): (readonly [name: string, value: string])[] {
  const rows: (readonly [string, string])[] = [
    ["Short address", details.shorturl],
    ["Leads to", details.longurl],
    ["Id", String(id)],
    ["Made", details.date],
    ["Title", details.title],
    ["Note", details.description],
    ["Type", details.type === "direct" ? "" : details.type],
    ["Expires", details.expiry ?? ""],
    ["Password", details.password ? "set" : ""],
    ["Statistics page", details.status === "public" ? "public" : ""],
    ["By country", pairs(details.location)],
    ["By device", pairs(details.device)],
    ["By language", pairs(details.language)],
    ["Parameters", details.parameters.map(({ name, value }) => `${name}=${value}`).join("&")],
    ["Clicks", `${data.clicks} (${data.uniqueClicks} unique), programs ${data.botClicks}`],
    ["Countries", topNames(data.topCountries)],
    ["Referrers", topNames(data.topReferrers)],
    ["Browsers", topNames(data.topBrowsers)],
    ["Systems", topNames(data.topOs)],
  ];
  return rows.filter(([, value]) => value !== "");
}

export async function showLink(reference: string, flags: ServiceFlags): Promise<void> {
  const link = await linkOf(runningService(flags.data).call, reference);
  if (flags.json === true) return printJson(link);
  const lines = table(
    [
      { title: "", value: ([name]) => name },
      { title: "", value: ([, value]) => value },
    ],
    describe(link),
    Number.POSITIVE_INFINITY,
  );
  for (const line of lines.slice(1)) print(line);
}

export async function removeLink(reference: string, flags: ServiceFlags): Promise<void> {
  const { call } = runningService(flags.data);
  const { id, details } = await linkOf(call, reference);
  const answer = await call("deleteLink", { params: { id } });
  if (flags.json === true) return printJson(answer);
  print(`Removed ${details.shorturl}, which led to ${details.longurl}.`);
  note(`Within ten minutes it can be taken back: waypost restore ${id}`);
}

export async function restoreLink(id: string, flags: ServiceFlags): Promise<void> {
  const number = wholeNumber("restore", id);
  const { call } = runningService(flags.data);
  const answer = await call("restoreLink", { params: { id: number ?? id } });
  if (flags.json === true) return printJson(answer);
  print(answer.message);
}
