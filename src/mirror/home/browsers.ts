import { createHash, randomBytes } from "node:crypto";
import { Conflict, NotFound } from "../../server/common/problems.ts";
import type { Settings } from "../../server/features/settings/settings.ts";
import type { EdgeFileRecord, PairedBrowser } from "../../server/store/records.ts";
import { edgeProblem } from "../../contract/messages/edgeProblems.ts";
import { linkPage } from "../wire/calls.ts";
import { keys } from "../wire/rows.ts";
import { addressesOf, originOf } from "./edgeRecord.ts";
import type { Mirror } from "./mirror.ts";

/** Milliseconds in which a one-time link can be opened. */
const openTime = 10 * 60_000;
/** Milliseconds for which a paired browser may make links. */
const pairedTime = 90 * 86_400_000;
const mostBrowsers = 20;

/** Browsers that may make links at the edge. Only hashes of their secrets are kept, here as there. */
export function createBrowsers(parts: {
  readonly saved: {
    now(): EdgeFileRecord;
    change(change: Partial<EdgeFileRecord>): Promise<void>;
  };
  readonly settings: Pick<Settings, "shortBase">;
  readonly version: string;
  readonly clock: () => number;
  /** Tells the mirror that it has another row. */
  readonly changed: () => void;
}) {
  const { saved, settings, version, clock, changed } = parts;
  const all = () => saved.now().browsers ?? [];

  async function keep(browsers: readonly PairedBrowser[]): Promise<void> {
    await saved.change({ browsers: [...browsers] });
    changed();
  }

  /** Those that may still make a link: of one that was paired the edge tells before its link ends here. */
  function living(mirror: Mirror): PairedBrowser[] {
    const { now, drainedAt } = mirror.state();
    return all().filter(({ ends, pairedAt, createdAt }) => {
      const isUnopened = pairedAt === undefined && (drainedAt ?? 0) > createdAt + 2 * openTime;
      return ends > now && !isUnopened;
    });
  }

  /** Where links begin with the copy's address, there; else at the latest of its own names. */
  function address(): string {
    const addresses = addressesOf(saved.now());
    const base = originOf(settings.shortBase);
    return addresses.includes(base) ? base : (addresses.at(-1) ?? base);
  }

  const remove = (id: string) => keep(all().filter((one) => one.id !== id));

  return {
    async pair(mirror: Mirror | null): Promise<{ url: string; endsAt: number }> {
      if (mirror === null) throw refusal(edgeProblem("notSet").message);
      if (mirror.state().edge === null) await mirror.push();
      const { edge, now, problem } = mirror.state();
      if (problem !== null) throw refusal(problem.message);
      if (edge?.worker !== version) throw refusal("Upgrade the always-on copy first.");
      const others = living(mirror);
      if (others.length >= mostBrowsers) {
        throw refusal(`There are already ${mostBrowsers} paired browsers. Remove one first.`);
      }
      const id = randomBytes(12).toString("base64url");
      const secret = randomBytes(16).toString("hex");
      const token = createHash("sha256").update(secret).digest("hex");
      const at = Math.round(now);
      const [until, ends] = [at + openTime, at + pairedTime];
      await keep([...others, { id, token, until, ends, createdAt: clock() }]);
      await mirror.push();
      if (mirror.waits(keys.browsers) !== null) {
        await remove(id);
        throw refusal(mirror.state().problem?.message ?? "The daily quota is used up.");
      }
      return { url: `${address()}${linkPage}/${id}.${secret}`, endsAt: clock() + openTime };
    },
    async remove(id?: string): Promise<void> {
      if (id === undefined) return keep([]);
      if (!all().some((one) => one.id === id)) throw new NotFound("Browser does not exist.");
      await remove(id);
    },
  };
}

function refusal(message: string): Conflict {
  return new Conflict("inUse", message);
}
