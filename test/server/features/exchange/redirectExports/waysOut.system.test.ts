import { afterAll, beforeAll, expect, test } from "vitest";
import { exported, unzipped } from "../../../../support/exporting.ts";
import {
  type Asked,
  brandHost,
  type LeavingLinks,
  ownHost,
  startLeavingLinks,
} from "../../../../support/leavingLinks.ts";
import { send } from "../../../../support/server.ts";
import { type Server, startApache, startCaddy, startNginx, whereIs } from "./servers.ts";

let leaving: LeavingLinks;
beforeAll(async () => {
  leaving = await startLeavingLinks();
});
afterAll(() => leaving.stop());

const all = { what: "links", select: { all: true } };

interface Program {
  readonly name: string;
  /** What else it is called. */
  readonly also?: string;
  readonly start: (program: string) => Promise<Server>;
  /** An address as far as the program can say it. */
  readonly asFar?: (address: string) => string;
}

const programs: readonly Program[] = [
  {
    name: "nginx",
    async start(program) {
      const { text } = await exported(leaving.server, { ...all, format: "nginx" });
      return startNginx(program, text);
    },
  },
  {
    name: "caddy",
    async start(program) {
      const { text } = await exported(leaving.server, { ...all, format: "caddy" });
      return startCaddy(program, text, [ownHost, brandHost]);
    },
  },
  {
    name: "apache2",
    also: "httpd",
    async start(program) {
      const { bytes } = await exported(leaving.server, { ...all, format: "apache" });
      return startApache(program, await unzipped(bytes));
    },
    asFar: (address) => address.replace(/[?&]$/, ""),
  },
];

/** A visit and what came of it, in words. */
function said({ host, path }: Asked, status: number, to: string | undefined): string {
  return `${host}${path}: ${status} ${to ?? "nowhere"}`;
}

/** As it has to be elsewhere: what Waypost shows instead of leading on is unknown there. */
async function asWaypostAnswers(asked: Asked, asFar = (address: string) => address) {
  const { status, to } = await leaving.answer(asked);
  return said(asked, status === 302 ? 302 : 404, to === undefined ? undefined : asFar(to));
}

async function asServed(server: Server, asked: Asked): Promise<string> {
  const { status, headers } = await send(server.base, asked.path, {
    headers: { host: asked.host },
  });
  return said(asked, status, headers.location);
}

test.for(programs)("$name leads on as Waypost does", async (way, { skip }) => {
  const { name, also = name, asFar } = way;
  const program = (await whereIs(name)) ?? (await whereIs(also));
  skip(program === null, `${name} is not installed`);
  const server = await way.start(program ?? "");
  const here: string[] = [];
  const there: string[] = [];
  try {
    for (const asked of leaving.visits) {
      here.push(await asWaypostAnswers(asked, asFar));
      there.push(await asServed(server, asked));
    }
  } finally {
    await server.stop();
  }
  expect(there).toEqual(here);
});

test("there are two hundred visits, most of which lead on", async () => {
  const answers = await Promise.all(leaving.visits.map((asked) => leaving.answer(asked)));
  expect(answers.length).toBeGreaterThanOrEqual(200);
  expect(answers.filter(({ status }) => status === 302).length).toBeGreaterThan(150);
});
