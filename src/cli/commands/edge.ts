import { type Edge, edgeOperations, type EdgeStep, tokenPage } from "../../contract/server/edge.ts";
import { counted } from "../../contract/counted.ts";
import { type EdgeRemedy, edgeRemedy } from "../../contract/messages/edgeProblems.ts";
import { doneSteps } from "./edgeSteps.ts";
import { exitCodes, wrongUse } from "../failures.ts";
import { repeated } from "../options.ts";
import type { Answer, Call } from "../service/client.ts";
import { poll } from "../service/followJob.ts";
import { hint, note, print, printJson, printLines } from "../terminal/print.ts";
import { type KeyValue, keyValueLines } from "../terminal/table.ts";
import { cloudflareToken, secretOf } from "../terminal/secretInput.ts";
import type { Typed } from "../typed.ts";
import { type AddCommand, type Context, show } from "./command.ts";
import { addEdgeBrowsers, printEdgeNotes } from "./edgeBrowsers.ts";

const { getEdge, setUpEdge, connectEdge, takeOverEdge, removeEdge } = edgeOperations;

function howToCreateToken(hasRoute = false): string {
  const { address, permissions } = tokenPage(hasRoute);
  return `This needs a Cloudflare API token for one account with these permissions: ${permissions.join("; ")}.
Create the token at ${address}
Waypost uses the token once and doesn't store it. Pass the token on standard input:`;
}

const connectAgain = "edge connect --address https://copy.example.org --secret -";

/** The command that helps with a problem; the others resolve themselves or say what helps. */
const commands: Readonly<Record<EdgeRemedy, string | undefined>> = {
  again: undefined,
  takeOver: "edge claim",
  takeOverWithToken: "edge claim --token -",
  renew: "edge setup --token -",
  connect: connectAgain,
};
const commandsOf: Partial<Record<string, string>> = {
  nameTaken: "edge setup --token - --name another",
  domainRecord: "edge setup --token - --domain <name> --route",
};

function edgeIn(answer: Answer): Edge {
  return getEdge.response.parse(answer).data;
}

const format = (count: number) => count.toLocaleString("en");

function routeText({ host, failsOpen }: Edge["routes"][number]): string {
  return `in front of ${host}${failsOpen === false ? " (set to Fail closed at Cloudflare)" : ""}`;
}

function statusOf(edge: Edge): KeyValue[] {
  const { worker, push, drain, meter, links, check } = edge;
  const { campaigns, pictures } = edge.atHome;
  const localOnly = [
    campaigns > 0 && counted(campaigns, "public campaign"),
    pictures > 0 && counted(pictures, "QR code image"),
  ];
  return [
    ["Address", edge.addresses.join(", ")],
    ["Routes", edge.routes.map(routeText).join(", ")],
    ["Paused", edge.dark ? "yes: visitors are asked to come back later" : null],
    ["Base URL", edge.printed ? "yes: short links start with this address" : "no"],
    [
      "Worker",
      `${worker.version ?? "unknown"}${worker.outdated ? ` (this Waypost has ${worker.own})` : ""}`,
    ],
    ["Runs on", edge.place === "server" ? "a server of your own" : null],
    [
      "Pushed",
      `${push.at ?? "not yet"}, ${counted(push.rows, "row")}${push.waiting > 0 ? `, ${format(push.waiting)} pending` : ""}`,
    ],
    [
      "Pulled",
      `${drain.at ?? "not yet"}${(drain.waiting ?? 0) > 0 ? `, ${format(drain.waiting ?? 0)} pending` : ""}`,
    ],
    [
      "Links",
      `${format(links.synced)} synced, ${format(links.pending)} pending, ${format(links.localOnly)} local only`,
    ],
    ["Local only", localOnly.filter(Boolean).join(", ")],
    [
      "Today",
      meter &&
        `${format(meter.written)} of ${counted(meter.limit, "row")}, about ${format(meter.forecast)} by 00:00 UTC`,
    ],
    ["Compared", check && `${check.at}, ${counted(check.differences, "row")} differed`],
    ["Browsers", edge.browsers.length > 0 ? counted(edge.browsers.length, "paired browser") : null],
    ["Lost", drain.lost > 0 ? `${counted(drain.lost, "click")} that the copy couldn't save` : null],
  ];
}

function noteProblem(problem: NonNullable<Edge["problem"]>, typed: Typed): void {
  note(problem.message);
  const command = commandsOf[problem.code] ?? commands[edgeRemedy(problem)];
  if (command !== undefined) hint("Next", typed(command));
}

function printStatus(edge: Edge, typed: Typed): void {
  if (edge.set) printLines(keyValueLines(statusOf(edge)));
  if (edge.meter?.warns === true) note("At this rate, the daily quota will be used up today.");
  printEdgeNotes(edge, typed);
  if (edge.problem !== null) noteProblem(edge.problem, typed);
  if (!edge.set) noteLastSetup(edge, typed);
  if (!edge.worker.outdated) return;
  if (edge.place === "server") note("To update the copy, update Waypost on the server.");
  else hint("To update the Worker", typed("edge setup --token -"));
}

/** Without a copy: whether one is being set up, and why the last attempt failed. */
function noteLastSetup({ setUp }: Edge, typed: Typed): void {
  if (setUp !== null && setUp.endedAt === null) {
    const running = 1 + setUp.steps.findIndex(({ outcome }) => outcome === "running");
    note(`Setup is running${running === 0 ? "" : ` (step ${running} of ${setUp.steps.length})`}.`);
  } else if (setUp?.problem != null) {
    note("The last setup failed:");
    noteProblem(setUp.problem, typed);
  } else {
    hint("To set up a copy", typed("edge setup"));
  }
}

interface SetUpFlags {
  readonly token?: string;
  readonly account?: string;
  readonly name?: string;
  readonly domain?: readonly string[];
  readonly route?: boolean;
  readonly eu?: boolean;
  readonly wait?: boolean;
}

interface RemoveFlags {
  readonly token?: string;
  readonly forget?: boolean;
  readonly wait?: boolean;
}

/** Prints each step once it is done, until the setup has ended. */
function follow(call: Call, first: Answer, isShown: boolean): Promise<Answer> {
  const printed = new Set<EdgeStep>();
  return poll(
    first,
    () => call(getEdge),
    (answer) => {
      const { setUp } = edgeIn(answer);
      for (const { step, outcome } of setUp?.steps ?? []) {
        if (!isShown || outcome !== "ok" || printed.has(step)) continue;
        printed.add(step);
        print(doneSteps[step]);
      }
      return setUp?.endedAt !== null;
    },
  );
}

async function finishSetup(
  { service: { call }, flags, isJson, typed }: Context<{ readonly wait?: boolean }>,
  first: Answer,
  removed = "",
): Promise<void> {
  const answer = flags.wait === false ? first : await follow(call, first, !isJson);
  const edge = edgeIn(answer);
  const problem = edge.setUp?.problem ?? null;
  if (problem !== null) process.exitCode = exitCodes.failed;
  if (isJson) return printJson(answer);
  if (problem !== null) {
    noteProblem(problem, typed);
    for (const { id, name } of edge.setUp?.accounts ?? []) note(`  --account ${id}  ${name}`);
  } else if (edge.setUp?.endedAt === null) {
    hint("To see the progress", typed("edge"));
  } else if (edge.set) {
    print(`The copy is available at ${edge.addresses.join(", ")}`);
    // A domain of your own can be pointed elsewhere later; one below workers.dev can't.
    const [workersDev, own = workersDev] = edge.addresses;
    if (!edge.printed) hint("To use this address for your short links", typed(`public use ${own}`));
  } else {
    print(removed);
  }
}

async function startSetup(context: Context<SetUpFlags>): Promise<void> {
  const { account, name, domain: domains, route, eu, token: flag } = context.flags;
  const token = await cloudflareToken(flag);
  if (token === undefined) {
    const how = howToCreateToken(route);
    throw wrongUse(`${how}\n${context.typed("edge setup --token - < token.txt")}`);
  }
  const body = { token, account, name, domains, route, eu };
  await finishSetup(context, await context.service.call(setUpEdge, { body }));
}

interface ConnectFlags {
  readonly unencrypted?: boolean;
  readonly address?: string;
  readonly secret?: string;
  readonly wait?: boolean;
}

async function connect(context: Context<ConnectFlags>): Promise<void> {
  const { address, secret: flag, unencrypted } = context.flags;
  const secret = await secretOf(flag);
  if (address === undefined || secret === undefined || secret === "") {
    throw wrongUse(
      `Give the address with --address, and the copy's secret on standard input with --secret -, for example:\nssh pi cat copy/secret | ${context.typed(connectAgain)}`,
    );
  }
  await finishSetup(
    context,
    await context.service.call(connectEdge, { body: { address, secret, unencrypted } }),
  );
}

async function takeOver(context: Context<SetUpFlags>): Promise<void> {
  const { call } = context.service;
  const { account, name, token: flag } = context.flags;
  const token = await cloudflareToken(flag);
  if (token === undefined && !edgeIn(await call(getEdge)).set) {
    throw wrongUse(
      `This Waypost isn't connected to a copy yet. ${howToCreateToken()}\n${context.typed("edge claim --token - < token.txt")}`,
    );
  }
  await finishSetup(context, await call(takeOverEdge, { body: { token, account, name } }));
}

async function remove(context: Context<RemoveFlags>): Promise<void> {
  const { service, flags, isJson, typed } = context;
  const { forget } = flags;
  const token = await cloudflareToken(flags.token);
  const { set, place, name, address, printed } = edgeIn(await service.call(getEdge));
  if (!set && forget === true && !isJson) {
    // One that is no longer known may still keep links closed here.
    const answer = await service.call(removeEdge, { body: { forget } });
    return finishSetup(context, answer, "Waypost no longer uses a copy.");
  }
  if (!set && !isJson) {
    print("This Waypost has no copy to remove.");
    return hint(
      "To remove a copy at Cloudflare, claim the copy first",
      typed("edge claim --token -"),
    );
  }
  const emptied = leftText(forget === true, { place, name, address });
  const answer = await service.call(removeEdge, { body: { token, forget } });
  await finishSetup(context, answer, token === undefined ? emptied : "Removed the copy.");
  if (!isJson && printed) {
    note("Your short links start with the address of the copy, which no longer works.");
    hint("To use another address", typed("public use <address>"));
  }
}

/** What remains of a copy that was removed without a token. */
function leftText(isForgotten: boolean, edge: Pick<Edge, "place" | "name" | "address">): string {
  const done = isForgotten
    ? "Waypost no longer uses the copy."
    : "Emptied the copy. Waypost no longer uses it.";
  if (edge.place === "server") {
    const left = isForgotten ? ", with its content" : "";
    return `${done} The copy at ${edge.address} is still running${left}.`;
  }
  const left = `The Worker and database ${edge.name} stay in your account`;
  return isForgotten
    ? `${done} ${left}, with their content.`
    : `${done} ${left}. Delete them in the Cloudflare dashboard.`;
}

const syncs = {
  push: {
    operation: edgeOperations.pushEdge,
    summary: "Upload changes to the copy now",
    done: "The copy is up to date.",
  },
  pull: {
    operation: edgeOperations.drainEdge,
    summary: "Download clicks and messages from the copy now",
    done: "Downloaded all clicks and messages.",
  },
  check: {
    operation: edgeOperations.checkEdge,
    summary: "Compare the copy with this computer, and repair differences",
    done: "The copy matches this computer.",
  },
} as const;
const syncKinds = ["push", "pull", "check"] as const;

/** Starts a sync and waits for its end. */
async function sync(
  { service: { call }, isJson, typed }: Context,
  kind: (typeof syncKinds)[number],
): Promise<void> {
  const { operation, done } = syncs[kind];
  const answer = await poll(
    await call(operation),
    () => call(getEdge),
    (one) => !edgeIn(one)[kind === "pull" ? "drain" : "push"].running,
  );
  const edge = edgeIn(answer);
  if (edge.problem !== null) process.exitCode = exitCodes.failed;
  if (isJson) return printJson(answer);
  printStatus(edge, typed);
  if (edge.problem !== null) return;
  const isLeft = kind !== "pull" && edge.push.waiting > 0;
  print(isLeft ? "The remaining changes will sync when the daily quota resets (00:00 UTC)." : done);
}

const account = [
  "--account <id>",
  "account ID, if the token has access to several accounts",
] as const;
const name = ["--name <name>", "name of the Worker and the database (default: waypost)"] as const;
const noWait = ["--no-wait", "don't wait until the work is done"] as const;

export function addEdge(add: AddCommand): void {
  add({
    usage: "status",
    summary: "Show the copy and how much of it is in sync",
    run: (context) => show(context, getEdge, {}, ({ data }) => printStatus(data, context.typed)),
  });
  add({
    usage: "setup",
    summary: "Set up a copy, or update the Worker of an existing copy",
    options: [
      [
        "--token <->",
        "- to read a Cloudflare API token from standard input; the token isn't stored",
      ],
      account,
      name,
      repeated(
        "--domain <name>",
        "domain in your Cloudflare account that leads to the copy; may be repeated",
      ),
      [
        "--route",
        "put the copy in front of domains that already have a DNS record, such as a tunnel's",
      ],
      ["--eu", "have Cloudflare store the copy's data in the EU only"],
      noWait,
    ],
    examples: [
      "edge setup",
      "edge setup --token -",
      "edge setup --token - --domain go.example.org",
    ],
    run: startSetup,
  });
  add({
    usage: "connect",
    summary: "Connect a copy that runs on a server of your own",
    description:
      "Connect a copy that runs on a server of your own, without Cloudflare. To start the copy on that server, run the mirror command there.",
    options: [
      ["--address <url>", "URL at which visitors reach the copy"],
      ["--secret <->", "- to read the copy's secret from standard input"],
      [
        "--unencrypted",
        "allow an http:// address in your own network, where others can read links and clicks",
      ],
      noWait,
    ],
    examples: [connectAgain],
    run: connect,
  });
  addEdgeBrowsers(add);
  for (const kind of syncKinds) {
    add({ usage: kind, summary: syncs[kind].summary, run: (context) => sync(context, kind) });
  }
  add({
    usage: "remove",
    summary: "Download clicks and messages, then empty or delete the copy",
    description:
      "Download clicks and messages, then empty the copy. With a token, Waypost also deletes the Worker and the database.",
    options: [
      [
        "--token <->",
        "- to read a Cloudflare API token from standard input and delete the Worker and database",
      ],
      [
        "--forget",
        "stop using the copy without changing the copy, even if the copy can't be reached",
      ],
      noWait,
    ],
    examples: ["edge remove --token -", "edge remove"],
    run: remove,
  });
  add({
    usage: "claim",
    summary: "Claim the copy for this Waypost",
    description:
      "Make this Waypost the only Waypost that writes to the copy. The links of this Waypost replace the links in the copy.",
    options: [
      [
        "--token <->",
        "- to read a Cloudflare API token from standard input; required if this Waypost isn't connected to the copy",
      ],
      account,
      name,
      noWait,
    ],
    examples: ["edge claim", "edge claim --token -"],
    run: takeOver,
  });
}
