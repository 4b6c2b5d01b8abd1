import type { SideAnswer } from "./sides.ts";
import type { MadeVisit } from "./visitsMade.ts";

interface Met {
  readonly visit: MadeVisit;
  readonly home: SideAnswer;
  readonly edge: SideAnswer;
}

/** Where the edge answers otherwise than home, and what is so then. Nothing else may differ. */
export interface Difference {
  readonly name: string;
  isOne(met: Met): boolean;
}

const asleep = "<h1>This opens again later</h1>";
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

export function isOfRing(text: string): boolean {
  return /ring-/iu.test(text);
}

export const differences: readonly Difference[] = [
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
