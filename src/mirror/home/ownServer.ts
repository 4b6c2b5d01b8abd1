import { isIP } from "node:net";
import {
  type EdgeProblem,
  edgeProblem,
  type EdgeProblemCode,
} from "../../contract/messages/edgeProblems.ts";
import type { EdgeKind } from "../../contract/server/edge.ts";
import { Invalid } from "../../server/common/problems.ts";
import { isLoopback } from "../../server/features/domains/ownAddresses.ts";
import { isPublicAddress } from "../../server/outside/publicAddresses.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";

/** A copy on a server of one's own, which differs from one at Cloudflare in a few ways. */

export function placeOf({ account }: Pick<EdgeFileRecord, "account">): EdgeKind {
  return account === null ? "server" : "cloudflare";
}

/** Throws where a copy is on a server, and Cloudflare has no part in it. */
export function refuseServer(record: EdgeFileRecord | null): void {
  if (record === null || placeOf(record) === "cloudflare") return;
  throw new Invalid({
    token: `isn't needed for the always-on copy at ${record.address}. To use Cloudflare, remove that copy first`,
  });
}

/** Whether what is sent there unencrypted stays in the network of this computer. */
function isNear(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) !== 0 && !isPublicAddress(host);
}

/** The origin of an address that was given; throws where no copy can be connected there. */
export function ownAddress(
  given: string,
  record: EdgeFileRecord | null,
  mayBeRead = false,
): string {
  if (record !== null && placeOf(record) === "cloudflare") {
    throw new Invalid({
      address: `can't be used, because the always-on copy is at ${record.address}. Remove that copy first`,
    });
  }
  const url = URL.parse(given);
  const isWhole = url !== null && url.pathname === "/" && url.search + url.hash === "";
  if (!isWhole || url.username + url.password !== "") {
    throw new Invalid({
      address: "must be a full URL without a path, such as https://copy.example.org",
    });
  }
  if (url.protocol === "https:" || isLoopback(url.hostname)) return url.origin;
  if (!isNear(url.hostname)) {
    throw new Invalid({
      address: "must begin with https://, except for an IP address in your own network",
    });
  }
  if (!mayBeRead) {
    throw new Invalid({
      unencrypted:
        "must be true for an http:// address, because others on the network can read the links and clicks sent there",
    });
  }
  return url.origin;
}

/** Problems that have other remedies than a token and an upload there. */
const atServer: Partial<Record<EdgeProblemCode, EdgeProblemCode>> = {
  foreign: "secretWrong",
  secretMissing: "secretNeeded",
  secretLocked: "secretNeeded",
  notWaypost: "otherProgram",
  otherWorker: "programOld",
  unproven: "programUnproven",
};

/** A problem in the words that help where the copy is. */
export function problemAtServer(
  problem: EdgeProblem,
  record: Pick<EdgeFileRecord, "account" | "address">,
): EdgeProblem {
  const code = placeOf(record) === "server" ? atServer[problem.code] : undefined;
  if (code === undefined) return problem;
  return edgeProblem(code, { ...problem.values, address: record.address });
}
