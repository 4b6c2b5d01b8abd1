import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { normalized } from "../../../contract/fields/normalized.ts";
import {
  aliasFault,
  drawnAliases,
  isReservedAlias,
} from "../../../server/features/links/aliasRules.ts";
import { isOneAddress } from "../../../server/features/links/oneAddress.ts";
import { foldAlias } from "../../../server/store/tables/foldAlias.ts";
import { mostContactBytes } from "../../../server/visit/forms/contactAnswer.ts";
import { postedForm, unreadAnswer } from "../../../server/visit/forms/postedForm.ts";
import type { HttpAnswer } from "../../../server/visit/pages/markup/httpAnswer.ts";
import { lookOf } from "../../../server/visit/pages/markup/look.ts";
import { newNonce } from "../../../server/visit/pages/markup/nonce.ts";
import { pageAnswer } from "../../../server/visit/pages/markup/pageAnswer.ts";
import { text } from "../../../server/visit/requestHeaders.ts";
import { linkPage, type MadeLine } from "../../wire/calls.ts";
import { type AliasRow, type BrowsersRow, keys, readRow } from "../../wire/rows.ts";
import { bodyHash } from "../../wire/sign.ts";
import * as sql from "../control/schema.ts";
import type { EdgeDatabase } from "../database.ts";
import { newLinkPage, type NewLinkFault, type NewLinkState } from "./newLinkPage.ts";
import { readForm } from "./readForm.ts";
import type { Asked } from "./readRequest.ts";
import { RowCache } from "./rowCache.ts";
import { type Site, siteOf } from "./site.ts";

interface PageParts {
  readonly database: EdgeDatabase;
  readonly now: number;
  readonly random: () => number;
}

/** A browser at the page, with what it may do there. */
interface Known extends PageParts {
  readonly site: Site;
  readonly row: BrowsersRow;
  readonly browser: BrowsersRow["browsers"][number];
}

const cookieName = "waypost_link";
/** More aliases than this aren't drawn: the space is full. */
const mostDraws = 20;

const nameOf = ({ protocol }: URL) =>
  protocol === "https:" ? `__Secure-${cookieName}` : cookieName;

/** The browser's id and the secret of its cookie or its one-time link; null: it is none, and nothing is looked up. */
function sentToken({ url, headers }: Asked): { id: string; secret: string; isNew: boolean } | null {
  if (!`${url.pathname}/`.startsWith(`${linkPage}/`)) return null;
  const inPath = url.pathname.slice(linkPage.length + 1);
  const isNew = inPath !== "";
  const name = `${nameOf(url)}=`;
  const cookies = (text(headers["cookie"]) ?? "").split(/; */);
  const token = isNew ? inPath : cookies.find((one) => one.startsWith(name))?.slice(name.length);
  const [, id, secret] = /^([\w-]{16})\.([0-9a-f]{32})$/.exec(token ?? "") ?? [];
  return id === undefined || secret === undefined ? null : { id, secret, isNew };
}

/** Where browsers make links that were paired with a one-time link. Null: to everybody else it is no page. */
export async function linkPageAnswer(asked: Asked, parts: PageParts): Promise<HttpAnswer | null> {
  const { request, url, headers, language } = asked;
  const { database, now } = parts;
  const token = sentToken(asked);
  if (token === null || !/^(GET|HEAD|POST)$/.test(request.method)) return null;
  const { id, secret, isNew } = token;
  const rows = new RowCache();
  const wanted = [keys.site, keys.browsers, keys.browser(id)];
  await rows.decide(database, wanted, () => undefined);
  const site = siteOf(rows.data(keys.site) ?? null);
  const row = rows.row(keys.browsers, readRow.browsers);
  const browser = row?.browsers.find((one) => one.id === id && now < one.ends);
  if (row === null || browser === undefined || site.isDark) return null;
  const cookie = rows.data(keys.browser(id));
  const expected = isNew && cookie === null && now < browser.until ? browser.token : null;
  if ((await bodyHash(secret)) !== (isNew ? expected : cookie)) return null;

  const look = lookOf(site.settings);
  const shown = (state: NewLinkState) => pageAnswer(newLinkPage(language, state), look);
  if (request.method !== "POST") {
    return shown(
      isNew ? { kind: "pair", fault: null } : { kind: "form", url: "", alias: "", fault: null },
    );
  }
  const form = await readForm(request, headers, mostContactBytes);
  if (form.kind !== "form") return unreadAnswer(form, { language, look });
  const { fields, isOwn } = postedForm(form.fields, headers, {
    formerBases: [],
    isDomain: () => false,
  });
  const known = { ...parts, site, row, browser };
  if (isNew) {
    const answer = isOwn ? await pair(asked, known) : "foreign";
    return typeof answer === "string" ? shown({ kind: "pair", fault: answer }) : answer;
  }
  const sent = {
    url: completeAddress(fields.get("url") ?? ""),
    alias: normalized((fields.get("alias") ?? "").trim()),
  };
  const made = isOwn ? await makeLink(url, sent, known) : { fault: "foreign" as const };
  return shown(
    "fault" in made ? { kind: "form", ...sent, ...made } : { kind: "made", address: made.address },
  );
}

/** Trades the one-time link for a cookie. */
async function pair(
  { url, read }: Asked,
  { database, now, row, browser }: Known,
): Promise<HttpAnswer | "full" | "failed"> {
  if (database.hasRoom?.() === false) return "full";
  const secret = newNonce();
  const { browser: name, os } = read.userAgent;
  const paired = [name, os].filter(Boolean).join(", ");
  const line: MadeLine = { at: now, browser: browser.id, paired };
  const kept = row.browsers.map((one) => keys.browser(one.id));
  try {
    const [written] = await database.batch([
      database.prepare(sql.insertBrowser).bind(keys.browser(browser.id), await bodyHash(secret)),
      database.prepare(sql.insertPaired).bind(JSON.stringify(line)),
      database.prepare(sql.deleteBrowsers).bind(JSON.stringify(kept)),
    ]);
    // Another browser was quicker, or the day's quota is spent.
    if ((written?.meta.rows_written ?? 0) === 0) return "failed";
  } catch {
    return "failed";
  }
  const age = Math.floor((browser.ends - now) / 1000);
  const isSecure = url.protocol === "https:";
  return {
    status: 303,
    headers: {
      Location: linkPage,
      "Cache-Control": "no-store",
      "Set-Cookie": `${nameOf(url)}=${browser.id}.${secret}; Path=${linkPage}; Max-Age=${age}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`,
    },
    body: "",
  };
}

/** Makes a link that redirects at once, by home's own rules, and leaves it for home. */
async function makeLink(
  here: URL,
  { url, alias: sent }: { readonly url: string; readonly alias: string },
  { database, now, random, site, row, browser }: Known,
): Promise<{ readonly address: string } | { readonly fault: NewLinkFault }> {
  const { prefix } = site.settings;
  const named = site.hostDomain(here.host);
  const domain = named === null ? {} : { domain: named.id };
  if (!isOneAddress(url)) return { fault: "url" };
  if (site.leadsBack(url)) return { fault: "loop" };
  if (sent !== "") {
    if (isReservedAlias(sent, prefix)) return { fault: "reserved" };
    if (aliasFault(sent) !== null) return { fault: "alias" };
  }
  if (database.hasRoom?.() === false) return { fault: "full" };
  const drawn = drawnAliases(row.aliasLength, random);
  for (let draw = 1; ; draw += 1) {
    const alias = sent === "" ? drawn.next().value : sent;
    const folded = foldAlias(alias);
    const [key, own] = [keys.alias(named?.id, folded), keys.made(named?.id, folded)];
    const made = { alias, ...domain, url };
    const line: MadeLine = { at: now, browser: browser.id, made };
    const data: AliasRow = { v: 1, links: [{ id: 0, ...made }] };
    try {
      const [written] = await database.batch([
        database.prepare(sql.insertMade).bind(JSON.stringify(line), key, own),
        database.prepare(sql.insertMadeRow).bind(own, JSON.stringify(data)),
      ]);
      if ((written?.meta.rows_written ?? 0) > 0) {
        const base = here.origin + (named === null ? prefix : "");
        return { address: `${base}/${encodeURIComponent(alias)}` };
      }
      const { results } = await database.prepare(sql.readTaken).bind(key, own).all();
      if (results.length === 0 || draw === mostDraws) return { fault: "full" };
      if (sent !== "") return { fault: "taken" };
    } catch {
      return { fault: "failed" };
    }
  }
}
