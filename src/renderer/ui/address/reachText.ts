import type { TFunction } from "i18next";
import { type Reach, shownState } from "../../../contract/server/reach.ts";
import type { Format } from "../../i18n/format.ts";
import { minutesSince } from "../../features/settings/sections/reach.ts";

/** Whether the public port answers although links begin with an address of this computer. */
export function isPortOpen({ state, doors }: Pick<Reach, "state" | "doors">): boolean {
  return (
    shownState(
      state,
      doors.some(({ name }) => name === "public"),
    ) === "portOpen"
  );
}

/** The state of the public address in a few words: "Open, proved 2 min ago". */
export function reachText(
  reach: Pick<Reach, "state" | "provedAt" | "inside" | "doors">,
  now: string,
  t: TFunction,
  format: Format,
): string {
  const { state, provedAt, inside } = reach;
  if (isPortOpen(reach)) return t("reach.portOpen");
  if (state !== "reachable" || provedAt === null) return t(`reach.state.${state}`);
  if (inside) return t("reach.inside");
  const minutes = minutesSince(provedAt, now);
  return minutes < 1 ? t("reach.provedNow") : t("reach.proved", format.counted(minutes));
}
