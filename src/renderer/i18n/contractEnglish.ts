import { deviceLabels } from "../../contract/fields/devices.ts";
import { edgeProblems } from "../../contract/messages/edgeProblems.ts";
import { messages } from "../../contract/messages/messages.ts";
import { type SettingName, settingNames, settingRow } from "../../contract/server/settingsTable.ts";
import { tunnelProblems } from "../../contract/messages/tunnelProblems.ts";

function textsOf<Code extends string>(
  table: Readonly<Record<Code, { readonly text: string }>>,
): Readonly<Record<Code, string>> {
  // Object.entries forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const rows = Object.entries(table) as [Code, { readonly text: string }][];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(rows.map(([code, { text }]) => [code, text])) as Record<Code, string>;
}

type SettingTexts = Readonly<Record<"title" | "about" | "takes", string>>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name is there
const settingTexts = Object.fromEntries(
  settingNames.map((name) => {
    const { title, about, takes } = settingRow(name);
    return [name, { title, about, takes }];
  }),
) as Readonly<Record<SettingName, SettingTexts>>;

/** The English that stands in the contract: what the server says by code, and its settings. */
export const contractEnglish = {
  messages,
  tunnelProblems: textsOf(tunnelProblems),
  edgeProblems: textsOf(edgeProblems),
  settings: { of: settingTexts },
  devices: deviceLabels,
};
