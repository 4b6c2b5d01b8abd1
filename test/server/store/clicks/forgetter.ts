/** A process that records clicks and deletes old ones all the time, and says when they are answered. */
import { writeSync } from "node:fs";
import { openStore } from "../../../../src/server/store/openStore.ts";
import { clicksOfRound } from "./clicksOfRound.ts";
import { counts } from "../records.ts";

const [dir = "", rounds = "0"] = process.argv.slice(2);
const hour = 3_600_000;
let at = Date.parse("2026-01-01T00:00:00Z") + Number(rounds) * hour;
const store = await openStore({
  dir,
  keeper: counts(),
  clock: () => at,
  checkpointAfterBytes: 20_000,
});
const click = (link: number) =>
  new Promise<void>((resolve) => store.clicks.record({ at, link }, resolve));

for (;;) {
  at += hour;
  await Promise.all(Array.from({ length: clicksOfRound }, (_, index) => click(index + 1)));
  // Told at once: what is counted and not told must stay within one round.
  writeSync(1, "answered\n");
  void store.clicks.forgetBefore(at - 40 * hour);
}
