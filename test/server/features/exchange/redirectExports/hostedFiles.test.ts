import { afterAll, beforeAll, expect, test } from "vitest";
import { exported, unzipped } from "../../../../support/exporting.ts";
import { type LeavingLinks, ownHost, startLeavingLinks } from "../../../../support/leavingLinks.ts";

/**
 * `_redirects` as Netlify and Cloudflare Pages describe it: a rule a line, its parts with spaces
 * between them, `#` before what is none; paths are compared letter by letter as they are encoded,
 * and of several rules for one path the first counts.
 */
function readRedirects(text: string): ReadonlyMap<string, readonly [string, number]> {
  const rules = new Map<string, readonly [string, number]>();
  for (const line of text.split("\n")) {
    const parts = line.trim().split(/\s+/);
    const [from = "", to = "", status = "301"] = parts;
    if (from === "" || from.startsWith("#")) continue;
    const isRule =
      parts.length <= 3 &&
      from.startsWith("/") &&
      /^https?:\/\//.test(to) &&
      /^\d{3}$/.test(status);
    if (!isRule) throw new Error(`No rule: ${line}`);
    if (!rules.has(from)) rules.set(from, [to, Number(status)]);
  }
  return rules;
}

/** Where a visit is led; browsers encode what they ask for in capitals. */
function followed(
  rules: ReadonlyMap<string, readonly [string, number]>,
  path: string,
): readonly [string, number] | undefined {
  const [plain = ""] = path.split("?");
  return rules.get(plain);
}

let leaving: LeavingLinks;
beforeAll(async () => {
  leaving = await startLeavingLinks();
});
afterAll(() => leaving.stop());

/** As browsers ask: what needs no escape has none. */
function isAsBrowsersAsk(path: string): boolean {
  const [segment = ""] = path.replace(/^\/(?:q\/)?/, "").split(/\/?(?:\?|$)/);
  return encodeURIComponent(decodeURIComponent(segment)) === segment;
}

test("_redirects leads on as Waypost does, host by host", async () => {
  const { bytes, name } = await exported(leaving.server, {
    what: "links",
    format: "netlify",
    select: { all: true },
  });
  expect(name).toBe("waypost-redirects.zip");
  const files = await unzipped(bytes);
  const rules = new Map(
    [...files].map(([path, text]) => [path.replace("/_redirects", ""), readRedirects(text)]),
  );
  const visits = leaving.visits.filter(({ path }) => isAsBrowsersAsk(path));
  expect(visits.length).toBeGreaterThan(150);
  for (const asked of visits) {
    const answer = await leaving.answer(asked);
    const [to, status = 404] = followed(rules.get(asked.host) ?? new Map(), asked.path) ?? [];
    expect({ asked, to, status }).toEqual({
      asked,
      to: answer.to,
      status: answer.status === 302 ? 302 : 404,
    });
  }
});

test("links of one host are one _redirects, and what stays behind is at its head", async () => {
  const own = leaving.links.filter(({ domain }) => domain === undefined).map(({ id }) => id);
  const body = { what: "links", format: "netlify", select: { ids: own } };
  const { name, text } = await exported(leaving.server, body);
  expect(name).toBe("_redirects");
  expect(text).toContain(
    "# - Links with a password aren't included, because they would redirect without it (2: Closed, secret).",
  );
  expect(text).toContain(
    "# - Expiry dates aren't included. These links never expire here (1: later).",
  );
  expect(text).not.toContain("example.com/secret");
  expect(text).not.toContain("example.com/over");
});

test("before that, the same is told", async () => {
  const answer = await leaving.server.api("POST", "/api/export/preview", {
    format: "html",
    select: { all: true },
  });
  expect(answer.body).toMatchObject({ error: 0, links: leaving.links.length - 4 });
  expect(
    Object.fromEntries(
      answer.body.left.map(({ what, links }: { what: string; links: number }) => [what, links]),
    ),
  ).toEqual({
    password: 2,
    expired: 2,
    page: 2,
    expiry: 1,
    counting: leaving.links.length - 4,
    codes: 3,
    campaigns: 1,
    biopages: 1,
  });
  const told = (what: string) =>
    answer.body.left.find((one: { what: string }) => one.what === what).aliases;
  expect(told("codes")).toEqual(["q/QrText", "q/QrSecret", "q/QrPage"]);
  expect(told("campaigns")).toEqual(["r/launch"]);
  expect(told("biopages")).toEqual(["About"]);
});

test("of chosen links the codes come along that lead to them, and nothing else of the service", async () => {
  const chosen = leaving.links.filter(({ alias }) => alias === "Summer-Sale" || alias === "secret");
  const ids = chosen.map(({ id }) => id);
  const body = { what: "links", format: "netlify", select: { ids } };
  const { text } = await exported(leaving.server, body);
  const rules = readRedirects(text);
  expect(followed(rules, "/q/QrLink")).toEqual([`https://${ownHost}/Summer-Sale?from=print`, 302]);
  expect(followed(rules, "/q/QrPlain")).toBeUndefined();
  expect(text).toContain(
    "# - Printed QR codes (/q/…) that can't be redirected aren't included (1: q/QrSecret).",
  );
  expect(text).not.toContain("bio pages");
});

test("other services' forms have no place for codes, and that is told", async () => {
  const answer = await leaving.server.api("POST", "/api/export/preview", {
    format: "yourls",
    select: { all: true },
  });
  expect(answer.body.left).toContainEqual(expect.objectContaining({ what: "codes", links: 8 }));
  expect(answer.body.left).toContainEqual(expect.objectContaining({ what: "biopages", links: 1 }));
});

test("the folder of pages has one for each spelling, and says in none more than the address", async () => {
  const { bytes, name } = await exported(leaving.server, {
    what: "links",
    format: "html",
    select: { all: true },
  });
  expect(name).toBe("waypost-pages.zip");
  const files = await unzipped(bytes);
  const page = (alias: string) => files.get(`site/${ownHost}/${alias}/index.html`);
  expect(page("Summer-Sale")).toContain('content="0; url=https://example.com/summer"');
  expect(page("summer-sale")).toBe(page("Summer-Sale"));
  expect(page("SUMMER-SALE")).toBe(page("Summer-Sale"));
  expect(page("twin")).toContain("https://example.com/twin");
  expect(page("Twin")).toContain("https://example.com/Twin");
  expect(page("q/QrPlain")).toContain("https://example.com/?a=");
  expect(page("q/qrplain")).toBe(page("q/QrPlain"));
  expect(page("Q/QRPLAIN")).toBeUndefined();
  expect(page("q/QrText")).toBeUndefined();
  expect(page("about")).toContain("https://example.com/about");
  expect(page("About")).toBeUndefined();
  expect(page("Closed")).toBeUndefined();
  expect(page("secret")).toBeUndefined();
  expect(page("odd7")).toContain("&#39;quoted&#39;?q=%27%22%3Cscript%3E&amp;r=`x`");
  expect([...files.values()].join("")).not.toContain("<script>&r");
  expect(files.get("README.txt")).toContain("Links with a password aren't included");
  expect(files.has(`site/${ownHost}/404.html`)).toBe(true);
});
