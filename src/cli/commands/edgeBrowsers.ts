import { type Edge, edgeOperations } from "../../contract/server/edge.ts";
import { wrongUse } from "../failures.ts";
import { hint, note, print, printJson, printLines, screenWidth } from "../terminal/print.ts";
import { table } from "../terminal/table.ts";
import type { Typed } from "../typed.ts";
import { type AddCommand, type Context, show } from "./command.ts";

async function pair({ service: { call }, isJson, typed }: Context): Promise<void> {
  const answer = await call(edgeOperations.pairEdgeBrowser);
  if (isJson) return printJson(answer);
  const { url, ends } = edgeOperations.pairEdgeBrowser.response.parse(answer);
  print(url);
  note(
    `Open this link in the browser that should create links. The link works once, until ${ends}.`,
  );
  hint("To see and remove paired browsers", typed("edge browsers"));
}

function printBrowsers({ browsers }: Edge, typed: Typed): void {
  if (browsers.length === 0) return hint("To pair a browser", typed("edge pair"));
  printLines(
    table(
      [
        { title: "ID", value: ({ id }) => id },
        { title: "Browser", value: ({ name }) => name ?? "one-time link" },
        { title: "Paired", value: ({ paired }) => paired ?? "" },
        { title: "Last link", value: ({ used }) => used ?? "" },
        { title: "Ends", value: ({ ends }) => ends },
      ],
      browsers,
      screenWidth(),
    ),
  );
}

interface UnpairFlags {
  readonly all?: boolean;
}

async function unpair(context: Context<UnpairFlags>, browser?: string): Promise<void> {
  const { service, flags, isJson, typed } = context;
  if ((browser === undefined) !== (flags.all === true)) {
    throw wrongUse(
      `Give the ID of a browser, or --all. To list the IDs, run ${typed("edge browsers")}`,
    );
  }
  const answer = await service.call(edgeOperations.unpairEdgeBrowser, { body: { browser } });
  if (isJson) return printJson(answer);
  print(browser === undefined ? "Removed all paired browsers." : "Removed the browser.");
}

/** Links that were made there, and are otherwise here. */
export function printEdgeNotes(edge: Edge, typed: Typed): void {
  for (const { alias, url, link, reason } of edge.notes) {
    note(
      link === null
        ? `The link ${alias} to ${url}, created at the copy, isn't on this computer: ${reason ?? "it was deleted."}`
        : `The alias ${alias} was taken on this computer. The link created at the copy is ${link.shorturl}`,
    );
  }
  if (edge.notes.length > 0) hint("To clear these notes", typed("edge clear-notes"));
}

/** Browsers that create links at the copy. */
export function addEdgeBrowsers(add: AddCommand): void {
  add({
    usage: "pair",
    summary: "Create a one-time link that lets a browser create links",
    description:
      "Create a one-time link. The browser that opens the link can create links at the copy for 90 days, even while this computer is off.",
    run: pair,
  });
  add({
    usage: "browsers",
    summary: "List the browsers that can create links at the copy",
    run: (context) =>
      show(context, edgeOperations.getEdge, {}, ({ data }) => printBrowsers(data, context.typed)),
  });
  add({
    usage: "unpair [browser]",
    summary: "Remove a paired browser",
    options: [["--all", "remove all browsers and one-time links"]],
    examples: ["edge unpair Zk3v…", "edge unpair --all"],
    run: unpair,
  });
}
