import { englishText, type MessageValues } from "./messageText.ts";

interface Problem {
  /** What is wrong and what to do, as in `messages.ts`. */
  readonly text: string;
  /** What helps, as the app offers it: a new try where nothing is said. */
  readonly remedy?: EdgeRemedy;
}

/** Becoming the one that writes there, with a token or without, uploading a new Worker, or connecting a server again. */
export type EdgeRemedy = "again" | "takeOver" | "takeOverWithToken" | "renew" | "connect";

/** What can stop the always-on copy and its setup; Persian texts are in the app's `messages.fa.json`. */
export const edgeProblems = {
  notSet: { text: "No always-on copy is set up yet." },
  network: {
    text: "Waypost can’t connect to the always-on copy ({{reason}}). Check that this computer is online.",
  },
  timeout: { text: "The always-on copy didn’t answer in time." },
  notWaypost: {
    text: "Something else answers at the address of the always-on copy (status {{status}}). If the daily quota is used up, this ends at 00:00 UTC.",
    remedy: "renew",
  },
  tooHeavy: {
    text: "A request was too much work for Cloudflare’s free plan. Waypost will send less at a time and retry.",
  },
  requestsSpent: {
    text: "Today’s 100,000 requests on Cloudflare’s free plan are used up. The copy’s links work again at 00:00 UTC.",
  },
  rateLimited: {
    text: "Cloudflare is limiting requests to the always-on copy. Waypost will retry.",
  },
  otherWorker: {
    text: "The always-on copy runs another version of Waypost and can’t read this version’s data. Upgrade the copy.",
    remedy: "renew",
  },
  unproven: {
    text: "The always-on copy’s answer isn’t signed with the copy’s secret, so Waypost sent no links. If the copy is older than this Waypost, upgrade the copy.",
    remedy: "renew",
  },
  excess: {
    text: "The always-on copy sent more data than it can store, so Waypost stopped the download. Upgrade the copy, then sync again.",
    remedy: "renew",
  },
  otherOwner: {
    text: "Another Waypost writes to the always-on copy. Only one Waypost can write to it. Claim the copy if this is the right Waypost.",
    remedy: "takeOver",
  },
  copied: {
    text: "A copy of this data folder has written to the always-on copy. Only one Waypost can write to it. Claim the copy if this is the right Waypost.",
    remedy: "takeOver",
  },
  elsewhere: {
    text: "The always-on copy was set up from another folder or by someone else, so this Waypost doesn’t use it. Claim the copy if it’s yours.",
    remedy: "takeOver",
  },
  foreign: {
    text: "The always-on copy doesn’t know this Waypost’s secret. Another Waypost may have claimed the copy. If this is the right Waypost, claim the copy with a token.",
    remedy: "takeOverWithToken",
  },
  unsigned: {
    text: "A request reached the always-on copy without a signature. Upgrade the copy if this continues.",
  },
  old: {
    text: "The always-on copy rejects requests because their time is wrong. Check this computer’s clock.",
  },
  replayed: {
    text: "The always-on copy received the same request twice and applied it once. No action needed.",
  },
  ahead: {
    text: "This computer and the always-on copy disagree about the latest change. This usually resolves itself. If it continues, compare the copy with this computer.",
  },
  budgetSpent: {
    text: "The daily quota is used up. Links keep working, and syncing continues at 00:00 UTC.",
  },
  database: {
    text: "The database of the always-on copy is unavailable ({{reason}}). Waypost will retry.",
  },
  secretMissing: {
    text: "The secret of the always-on copy isn’t in this data folder. Claim the copy with a token.",
    remedy: "takeOverWithToken",
  },
  secretLocked: {
    text: "The secret of the always-on copy is encrypted with the system keychain ({{keeper}}), which isn’t available now. Claim the copy with a token.",
    remedy: "takeOverWithToken",
  },
  secretWrong: {
    text: "The copy at {{address}} has a different secret. Copy the whole secret from the server.",
    remedy: "connect",
  },
  secretNeeded: {
    text: "This computer can’t read the secret of the always-on copy. Connect the copy again with its secret.",
    remedy: "connect",
  },
  otherProgram: {
    text: "Something else answers at {{address}} (status {{status}}). Check that the always-on copy runs behind this address.",
    remedy: "connect",
  },
  programOld: {
    text: "The server runs Waypost {{worker}}, which can’t read this version’s data. Update Waypost on the server.",
  },
  programUnproven: {
    text: "The answer from {{address}} isn’t signed with the copy’s secret, so Waypost sent no links there. Update Waypost on the server. If Waypost is up to date there, something else answers at this address.",
  },
  scriptMissing: {
    text: "The program of the always-on copy is missing: {{file}}. Reinstall Waypost.",
  },
  apiUnreachable: {
    text: "Waypost can’t connect to Cloudflare at {{address}}. Check that this computer is online.",
  },
  apiBusy: {
    text: "Cloudflare received too many requests. Try again in {{seconds}} seconds.",
  },
  tokenWrong: { text: "Cloudflare doesn’t accept the token. Copy the whole token again." },
  tokenRights: {
    text: "The token is missing a permission: {{right}}. Add the permission on Cloudflare’s API tokens page.",
  },
  apiBlocked: {
    text: "Cloudflare’s firewall blocked the request before it reached the API. Turn off your VPN or proxy, or try another network.",
  },
  emailUnverified: {
    text: "Cloudflare needs a verified email address for this account. Open the link in Cloudflare’s email, then try again.",
  },
  accountNeeded: {
    text: "This token can’t list accounts. Enter the account’s ID, or create a user token for the account.",
  },
  accountUnknown: { text: "The token gives access to several accounts. Choose an account." },
  accountMissing: {
    text: "The token doesn’t give access to any account. Add your account to the token on Cloudflare’s API tokens page.",
  },
  subdomainMissing: {
    text: "The account has no workers.dev subdomain. Choose a subdomain on Cloudflare’s Workers page. {{said}}",
  },
  nameTaken: {
    text: "The account has a Worker called {{name}} that isn’t Waypost’s. Choose another name.",
  },
  mirrorThere: {
    text: "The account already has an always-on copy called {{name}}. Claim the copy, or choose another name.",
    remedy: "takeOverWithToken",
  },
  mirrorMissing: {
    text: "The account has no always-on copy called {{name}}. Check the name and the account, or set up a new copy.",
    remedy: "renew",
  },
  domainUnknown: {
    text: "The account has no domain called {{host}}. Check the name, or add the domain at Cloudflare.",
  },
  domainRecord: {
    text: "{{host}} already has a DNS record, for example for a tunnel. Let the copy answer in front of the record, or choose another domain.",
  },
  routeTaken: {
    text: "A Workers route at Cloudflare already sends {{pattern}} to another Worker ({{worker}}). Delete the route at Cloudflare, or choose another domain.",
  },
  domainTaken: {
    text: "{{host}} already belongs to another Worker. Remove the domain from that Worker, or choose another domain.",
  },
  apiRefused: { text: "Cloudflare refused the request (status {{status}}). {{said}}" },
  silent: {
    text: "The always-on copy was uploaded, but {{address}} didn’t answer within {{seconds}} seconds. A new address can take a few minutes. Try again later.",
  },
  proofFailed: {
    text: "The always-on copy answers, but {{link}} redirected to {{location}} instead of {{expected}}.",
  },
  unexpected: { text: "Something went wrong: {{said}}" },
} as const satisfies Readonly<Record<string, Problem>>;

export type EdgeProblemCode = keyof typeof edgeProblems;

export interface EdgeProblem {
  readonly code: EdgeProblemCode;
  readonly message: string;
  readonly values: MessageValues;
}

export function edgeProblem(code: EdgeProblemCode, values: MessageValues = {}): EdgeProblem {
  return { code, message: englishText(edgeProblems[code].text, values), values };
}

export function edgeRemedy({ code }: Pick<EdgeProblem, "code">): EdgeRemedy {
  const problem: Problem = edgeProblems[code];
  return problem.remedy ?? "again";
}
