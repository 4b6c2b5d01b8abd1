import type { TFunction } from "i18next";
import type { Reach } from "../../contract/reach.ts";
import type { Format } from "../i18n/format.ts";
import { minutesSince } from "../settings/reach.ts";

/** The state of the public address in a few words: "Open, proved 2 min ago". */
export function reachText(
  { state, provedAt, inside }: Pick<Reach, "state" | "provedAt" | "inside">,
  now: string,
  t: TFunction,
  format: Format,
): string {
  if (state !== "answering" || provedAt === null) return t(`reach.state.${state}`);
  if (inside) return t("reach.inside");
  const minutes = minutesSince(provedAt, now);
  return minutes < 1
    ? t("reach.provedNow")
    : t("reach.proved", { count: minutes, formatted: format.number(minutes) });
}
