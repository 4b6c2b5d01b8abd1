import { expect, test } from "vitest";
import type { ClickRecord, LinkRecord } from "../../../src/server/store/records.ts";
import { isFull } from "../../support/full.ts";
import { startBareWorker } from "../bareWorker.ts";
import { workersEngine } from "../engine.ts";
import { diceFrom } from "./dice.ts";
import { locked, makeRecords, start } from "./records.ts";
import {
  type Home,
  isKeptAtHome,
  type Moment,
  openEdge,
  openHome,
  type Side,
  type SideAnswer,
} from "./sides.ts";
import { makeLinkVisit, makeVisit, type MadeVisit } from "./visitsMade.ts";
import { openProgram } from "./program.ts";
import { openWorkerd } from "./workerd.ts";

interface Met {
  readonly visit: MadeVisit;
  /** Whether it names a link whose limit is kept at home. */
  readonly isKeptAtHome: boolean;
  readonly home: SideAnswer;
  readonly edge: SideAnswer;
}

/** Where the edge answers otherwise than home, and what is so then. Nothing else may differ. */
interface Difference {
  readonly name: string;
  isOne(met: Met): boolean;
}

const asleep = "<h1>This link will work again later</h1>";
const asleepInPersian = "<h1>این نشانی بعداً دوباره باز می‌شود</h1>";

/** The word to come again, where home would have to answer itself. */
function isAsleep({ visit, edge }: Met): boolean {
  const isSaid = edge.body.includes(asleep) || edge.body.includes(asleepInPersian);
  return (
    edge.status === 503 &&
    edge.headers["retry-after"] === "600" &&
    (isSaid || visit.method === "HEAD")
  );
}

/** A form that was too long, or none. */
function isUnread({ status }: SideAnswer): boolean {
  return status === 413 || status === 415;
}

function isOfRing(text: string): boolean {
  return /ring-/iu.test(text);
}

const differences: readonly Difference[] = [
  {
    name: "where a link with a password leads never leaves home: its page says that it opens again later",
    isOne: (met) =>
      isAsleep(met) &&
      (met.home.status === 401 || (met.visit.method === "POST" && isUnread(met.home))),
  },
  {
    name: "the statistics of a link that shows them to everybody are counted at home",
    isOne: (met) => isAsleep(met) && met.visit.path.includes("/stats"),
  },
  {
    name: "clicks of a limited link with an overlay are counted at home: its page says that it opens again later",
    isOne: (met) => isAsleep(met) && met.isKeptAtHome,
  },
  {
    name: "a rotator passes over links that home alone answers, and over others by the clicks that they have left",
    isOne: (met) =>
      met.visit.path.toLowerCase().includes(`/r/rotator-${locked}`) &&
      met.home.status === 302 &&
      (isAsleep(met) || met.edge.status === 302),
  },
  {
    name: "pictures of QR codes are there in one form and size, under a validator of their own",
    isOne: ({ visit, home, edge }) =>
      visit.path.includes("/qr/") &&
      home.status === edge.status &&
      edge.headers["content-type"] === (edge.status === 304 ? undefined : "image/svg+xml") &&
      edge.headers["content-security-policy"] === home.headers["content-security-policy"] &&
      edge.headers["cache-control"] === home.headers["cache-control"],
  },
  {
    name: "a circle over more than twelve links is not followed to its end: each page leads on, and counts",
    isOne: ({ visit, home, edge }) =>
      isOfRing(visit.path) && home.status === 508 && edge.status === 200,
  },
  {
    name: "whatever was registered, a page there comes by https, and shows no target over http in itself",
    isOne: ({ visit, home, edge }) =>
      visit.host === "short.example:8443" &&
      home.headers["content-security-policy"]?.includes("frame-src") === true &&
      edge.headers["content-security-policy"]?.includes("frame-src") !== true,
  },
  {
    name: "the API is at home: its refusal comes without the headers of a limit",
    isOne: ({ visit, home, edge }) =>
      /^(?:\/s)?\/api(?:$|[/?])/u.test(visit.path) && home.status === 403 && edge.status === 403,
  },
];

/** What the connection is, and not the answer: each network has its own. */
const ofTheConnection = [
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "mf-content-encoding",
  "transfer-encoding",
];

function comparable({ status, headers, body }: SideAnswer): unknown {
  const others = Object.entries(headers).filter(([name]) => !ofTheConnection.includes(name));
  const sorted = others.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([status, sorted, body]);
  // A page's nonce is another one each time.
  return text.replaceAll(/nonce(?:-|=\\")[\da-f]{32}/gu, "nonce");
}

interface Compared {
  /** Names of the differences that were met. */
  readonly met: ReadonlySet<string>;
  /** Of home. */
  readonly statuses: ReadonlySet<number>;
  /** Clicks by what chose their destination. */
  readonly decided: Readonly<Record<"rule" | "variant", number>>;
  /** Kept, of forms. */
  readonly answers: number;
}

type Edge = Side & { close?(): Promise<void> };

/** All kinds of visits, or those to links of which most have rules, splits, dates and limits. */
const crowds = {
  all: { make: makeVisit, links: { links: 1_000 } },
  decided: {
    make: makeLinkVisit,
    links: { links: 1_000, decided: { rules: 70, split: 60, dates: 25, limit: 15 } },
  },
} as const;

/** Makes the same visits at home and at an edge with its rows, and holds every answer and click. */
async function compare(
  visits: number,
  openOther: (home: Home, moment: Moment) => Promise<Edge>,
  crowd: keyof typeof crowds = "all",
): Promise<Compared> {
  const dice = diceFrom(13);
  const { make, links } = crowds[crowd];
  const records = makeRecords(dice, links);
  const moment: Moment = { now: start, roll: 0 };
  const home = await openHome(records, moment);
  const edge = await openOther(home, moment);

  const kept = records.links.filter(isKeptAtHome);
  const namesKept = (path: string) =>
    kept.some(({ id }) => new RegExp(`limited-${id}(?!\\d)`, "iu").test(path));
  const met = new Set<string>();
  const statuses = new Set<number>();
  const unnamed: unknown[] = [];
  for (let number = 0; number < visits; number += 1) {
    const visit = make(dice, records);
    moment.now += visit.after;
    moment.roll = visit.roll;
    // As a client writes it: the edge never sees another.
    const { pathname, search } = new URL(`https://${visit.host}${visit.path}`);
    const asked = { ...visit, path: pathname + search };
    const answers = { home: await home.visit(asked), edge: await edge.visit(asked) };
    statuses.add(answers.home.status);
    if (comparable(answers.home) === comparable(answers.edge)) continue;
    const both = { visit: asked, isKeptAtHome: namesKept(asked.path), ...answers };
    const difference = differences.find((one) => one.isOne(both));
    if (difference === undefined) unnamed.push({ visit: asked, ...answers });
    else met.add(difference.name);
  }
  expect(unnamed.slice(0, 3)).toEqual([]);

  // What is counted is the same as well, with the edge's own keys of visitors.
  const apart = (link: LinkRecord) => isOfRing(link.alias) || isKeptAtHome(link);
  const setApart = new Set(records.links.filter(apart).map(({ id }) => id));
  const others = ({ link = 0 }: ClickRecord) => !setApart.has(link);
  const counted = {
    home: (await home.clicks()).filter(others),
    edge: (await edge.clicks()).filter(others),
  };
  expect(counted.home.length).toBeGreaterThan(visits / 8);
  // Which rule and which variant decided is part of a click.
  const decidedBy = (of: "rule" | "variant") =>
    counted.home.filter((click) => click[of] !== undefined).length;
  for (const of of ["rule", "variant"] as const) expect(decidedBy(of)).toBeGreaterThan(0);
  expect(counted.edge.map(withoutVisitor)).toEqual(counted.home.map(withoutVisitor));
  const pairs = counted.home.map(({ visitor }, place) => [visitor, counted.edge[place]?.visitor]);
  const distinct = (of: readonly unknown[]) => new Set(of).size;
  expect(distinct(pairs.map(String))).toBe(distinct(pairs.map(([known]) => known)));
  expect(distinct(pairs.map(String))).toBe(distinct(pairs.map(([, known]) => known)));

  const answers = { home: await home.answers(), edge: await edge.answers() };
  expect(answers.edge.map(withoutVisitor)).toEqual(answers.home.map(withoutVisitor));
  await edge.close?.();
  await home.close();
  const decided = { rule: decidedBy("rule"), variant: decidedBy("variant") };
  return { met, statuses, decided, answers: answers.home.length };
}

function withoutVisitor<Kept extends { readonly visitor?: string | undefined }>({
  visitor: _visitor,
  ...others
}: Kept): Omit<Kept, "visitor"> {
  return others;
}

const visits = isFull ? 10_000 : 2_000;

async function openBare({ rows }: Home, moment: Moment): Promise<Edge> {
  const clock = { clock: () => moment.now, random: () => moment.roll };
  return openEdge((await startBareWorker(clock)).worker, rows);
}

test(`${visits} visits are answered at the edge as at home, but for what is named`, async () => {
  const { met, statuses, answers } = await compare(visits, openBare);
  expect(answers).toBeGreaterThan(5);
  expect([...met].toSorted()).toEqual(differences.map(({ name }) => name).toSorted());
  expect([...statuses].toSorted((one, other) => one - other)).toEqual([
    200, 302, 303, 304, 400, 401, 403, 404, 405, 410, 413, 415, 508,
  ]);
}, 1_200_000);

const decidedVisits = isFull ? 10_000 : 500;

test(`${decidedVisits} visits to links with rules, splits, dates and limits are too`, async () => {
  const { decided, statuses } = await compare(decidedVisits, openBare, "decided");
  expect(Math.min(decided.rule, decided.variant)).toBeGreaterThan(decidedVisits / 20);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 302, 401, 404, 410]));
}, 1_200_000);

test("some of them at a copy on a server of one's own too", async () => {
  const { statuses } = await compare(isFull ? 10_000 : 500, ({ rows }, moment) =>
    openProgram(rows, moment),
  );
  expect(statuses.size).toBeGreaterThan(5);
}, 3_600_000);

const engine = workersEngine();
const where = engine === null ? "(not installed here: in Node)" : "";

test.each(["all", "decided"] as const)(
  `some of them in the network's own engine, too ${where}: %s`,
  async (crowd) => {
    const open = (home: Home, moment: Moment) =>
      engine === null ? openBare(home, moment) : openWorkerd(engine, home.rows, moment);
    const { statuses } = await compare(isFull ? 10_000 : 100, open, crowd);
    expect(statuses.size).toBeGreaterThan(3);
  },
  3_600_000,
);
