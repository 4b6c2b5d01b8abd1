import { accountRows } from "./accountRows.ts";
import { campaignRows } from "./campaignRows.ts";
import { channelRows } from "./channelRows.ts";
import { domainRows } from "./domainRows.ts";
import { linkRows } from "./linkRows.ts";
import { pageRows } from "./pageRows.ts";
import { pixelRows } from "./pixelRows.ts";
import { qrRows } from "./qrRows.ts";
import { type ContractRow, withChange } from "./row.ts";

const rows: readonly ContractRow[] = [
  ...accountRows,
  ...domainRows,
  ...pageRows,
  ...campaignRows,
  ...channelRows,
  ...linkRows,
  ...pixelRows,
  ...qrRows,
];

/** Every row of the contract's endpoint tables, in their order. */
export const contractRows = rows.map(withChange);
