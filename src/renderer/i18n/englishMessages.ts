import { edgeProblems } from "../../contract/edgeProblems.ts";
import { messages } from "../../contract/messages.ts";
import { tunnelProblems } from "../../contract/tunnelProblems.ts";

function textsOf<Code extends string>(
  table: Readonly<Record<Code, { readonly text: string }>>,
): Readonly<Record<Code, string>> {
  // Object.entries forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const rows = Object.entries(table) as [Code, { readonly text: string }][];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(rows.map(([code, { text }]) => [code, text])) as Record<Code, string>;
}

/** The English of what the server says by code is the server's own. */
export const englishMessages = {
  messages,
  tunnelProblems: textsOf(tunnelProblems),
  edgeProblems: textsOf(edgeProblems),
};
