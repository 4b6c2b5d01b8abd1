import { parseArgs } from "node:util";
import { killRounds } from "./killRounds.ts";

/** The long form of what `npm test` does twenty times. */
const { values } = parseArgs({ options: { kills: { type: "string", default: "200" } } });

const { losses, ...figures } = await killRounds(Number(values.kills), console.log);
console.log(JSON.stringify({ ...figures, losses: losses.length }));
for (const loss of losses) console.log(loss);
process.exitCode = losses.length === 0 ? 0 : 1;
