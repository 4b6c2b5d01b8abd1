import { EdgeFailed, type EdgeProblem } from "./model.ts";
import { errorText } from "../../util/errorText.ts";

/** What stands against a set-up, beside what the edge itself may answer. The codes are those of the contract. */
export type SetUpProblemCode =
  | "notSet"
  | "secretMissing"
  | "secretLocked"
  | "scriptMissing"
  | "apiUnreachable"
  | "apiBusy"
  | "tokenWrong"
  | "tokenRights"
  | "accountUnknown"
  | "accountMissing"
  | "subdomainMissing"
  | "nameTaken"
  | "mirrorThere"
  | "mirrorMissing"
  | "domainUnknown"
  | "apiRefused"
  | "proofFailed"
  | "silent"
  | "unexpected";

type Values = EdgeProblem["values"];

export interface SetUpProblem {
  readonly code: SetUpProblemCode;
  /** For whoever reads no codes. */
  readonly message: string;
  readonly values: Values;
}

export type AnyEdgeProblem = EdgeProblem | SetUpProblem;

const said = ({ said: text }: Values) =>
  text === undefined || text === "" ? "" : ` It says: ${text}`;

/** What each problem says to whoever reads no codes, and what helps. */
const sentences: Readonly<Record<SetUpProblemCode, (values: Values) => string>> = {
  notSet: () => "No mirror was set up yet.",
  secretMissing: () =>
    "The mirror's secret isn't in this data folder. Take the mirror over with a token.",
  secretLocked: ({ keeper }) =>
    `The mirror's secret was sealed by ${keeper}, which isn't there in this run. Take the mirror over with a token.`,
  scriptMissing: ({ file }) => `The Worker's file isn't there: ${file}. Install Waypost again.`,
  apiUnreachable: ({ address }) =>
    `Cloudflare (${address}) can't be reached. Is this computer online?`,
  apiBusy: ({ seconds }) => `Cloudflare takes no more calls for now. Try again in ${seconds} s.`,
  tokenWrong: () => "Cloudflare doesn't take the token. Copy it anew, whole.",
  tokenRights: ({ right }) =>
    `The token may not do this. It needs the right “${right}”: add it on Cloudflare's page of tokens.`,
  accountUnknown: () => "The token leads to several accounts. Choose one.",
  accountMissing: () =>
    "The token leads to no account. Give it one on Cloudflare's page of tokens.",
  subdomainMissing: (values) =>
    `The account has no name below workers.dev. Choose one on Cloudflare's page of Workers.${said(values)}`,
  nameTaken: ({ name }) =>
    `The account has a Worker called ${name} that isn't Waypost's. Choose another name.`,
  mirrorThere: ({ name }) =>
    `The account has a mirror called ${name} already. Take it over, or choose another name.`,
  mirrorMissing: ({ name }) =>
    `The account has no mirror called ${name} to take over. Is it the right name and account? A set-up makes a new one.`,
  domainUnknown: ({ host }) => `No domain of the account has the name ${host}.`,
  apiRefused: (values) => `Cloudflare refuses (status ${values["status"]}).${said(values)}`,
  proofFailed: ({ link, location, expected }) =>
    `${link} was followed at the edge and led to ${location}, not to ${expected}.`,
  unexpected: ({ said: text }) => `Something went wrong here: ${text}`,
  silent: ({ address, seconds }) =>
    `The Worker was uploaded, and ${address} didn't answer in ${seconds} s. Try again in some minutes.`,
};

export function setUpProblem(code: SetUpProblemCode, values: Values = {}): SetUpProblem {
  return { code, message: sentences[code](values), values };
}

/** A step of a set-up that came to nothing, and why. */
export class SetUpFailed extends Error {
  override readonly name = "SetUpFailed";
  readonly problem: SetUpProblem;
  constructor(code: SetUpProblemCode, values: Values = {}, options?: ErrorOptions) {
    const problem = setUpProblem(code, values);
    super(problem.message, options);
    this.problem = problem;
  }
}

/** What a failure of any kind says to the owner. */
export function problemOf(error: unknown): AnyEdgeProblem {
  if (error instanceof SetUpFailed || error instanceof EdgeFailed) return error.problem;
  return setUpProblem("unexpected", {
    said: errorText(error),
  });
}
