import { type EdgeProblem, edgeProblem } from "../../contract/messages/edgeProblems.ts";
import type { Edge } from "../../contract/server/edge.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";
import { addressesOf, originOf, routesOf } from "./edgeRecord.ts";
import type { SetUpState } from "./edgeState.ts";
import type { Mirror } from "./mirror.ts";
import type { Mirrors } from "./openMirror.ts";
import { placeOf, problemAtServer } from "./ownServer.ts";

/** All that is told of a mirror, or of the want of one. */
export function stateOf(now: {
  readonly record: EdgeFileRecord | null;
  readonly mirror: Mirror | null;
  readonly mirrors: Pick<Mirrors, "links" | "atHome"> | null;
  readonly standing: EdgeProblem | null;
  readonly secret: Edge["secret"];
  readonly setUp: SetUpState | null;
  readonly version: string;
  readonly shortBase: string;
  readonly isDark: boolean;
  /** Undefined: there is no such link (any more). */
  readonly shorturlOf: (id: number) => string | undefined;
  /** A moment, in milliseconds since 1970. */
  readonly render: (moment: number) => string;
}): Edge {
  const { record, setUp, version, render, shorturlOf } = now;
  const rendered = (moment: number | null | undefined) => (moment == null ? null : render(moment));
  const mirrors = record === null ? null : now.mirrors;
  const mirror = now.mirror?.state() ?? null;
  const there = mirror?.edge ?? null;
  const addresses = record === null ? [] : addressesOf(record);
  const place = record === null ? null : placeOf(record);
  const problem = now.standing ?? mirror?.problem ?? null;
  const known = there?.worker ?? record?.workerVersion ?? null;
  const atHome = mirrors?.atHome() ?? [];
  return {
    set: record !== null,
    place,
    address: addresses[0] ?? null,
    addresses,
    routes: [...routesOf(record)],
    printed: addresses.includes(originOf(now.shortBase)),
    dark: now.isDark,
    name: record?.name ?? null,
    account: record?.account == null ? null : { id: record.account, name: record.accountName },
    database: record?.databaseId ?? null,
    secret: record === null ? null : now.secret,
    worker: { version: known, own: version, outdated: known !== null && known !== version },
    problem: record === null ? edgeProblem("notSet") : problem && problemAtServer(problem, record),
    setUp: setUp && {
      ...setUp,
      startedAt: render(setUp.startedAt),
      endedAt: rendered(setUp.endedAt),
    },
    push: {
      at: rendered(mirror?.pushedAt ?? record?.lastPushAt),
      running: mirror?.isPushing ?? false,
      rows: mirror?.rows ?? 0,
      waiting: mirror?.waiting ?? 0,
    },
    drain: {
      at: rendered(mirror?.drainedAt ?? record?.lastDrainAt),
      running: mirror?.isDraining ?? false,
      waiting: mirror?.linesWaiting ?? null,
      taken: mirror?.taken ?? 0,
      lost: there?.lost ?? 0,
    },
    meter: place === "server" ? null : (mirror?.meter ?? null),
    check:
      mirror?.check == null
        ? null
        : {
            at: render(mirror.check.at),
            differences: mirror.check.differences,
            unreadable: there?.unreadable ?? 0,
          },
    links: mirrors?.links.counts() ?? { synced: 0, pending: 0, localOnly: 0 },
    atHome: {
      campaigns: atHome.filter(({ kind }) => kind === "campaign").length,
      pictures: atHome.filter(({ kind }) => kind === "picture").length,
    },
    browsers: (record?.browsers ?? []).map(({ id, name, pairedAt, usedAt, until, ends }) => ({
      id,
      name: name ?? null,
      paired: rendered(pairedAt),
      used: rendered(usedAt),
      ends: render(pairedAt === undefined ? until : ends),
    })),
    notes: (record?.notes ?? []).map(({ at, alias, url, link: id = 0, reason = null }) => {
      const shorturl = shorturlOf(id);
      const link = shorturl === undefined ? null : { id, shorturl };
      return { date: render(at), alias, url, link, reason };
    }),
  };
}
