import type { App } from "../../../../common/context.ts";
import type { Link } from "../../../links/service.ts";

const hour = 3_600_000;

/** Kutt's four times: how many steps each has, and how long they are. */
const periods = [
  ["lastDay", "hour", 24, 1],
  ["lastWeek", "day", 7, 1],
  ["lastMonth", "day", 30, 1],
  ["lastYear", "day", 12, 30],
] as const;

const nothing = { browser: [], os: [], country: [], referrer: [] };

/** Statistics of a link in Kutt's form. */
export function createStats({
  clock,
  statistics,
  timestamps,
}: Pick<App, "clock" | "statistics" | "timestamps">) {
  /** Hours since 1970 on the account's clocks. */
  function hourNow(): number {
    const [date = "", time = ""] = timestamps.render(new Date(clock()).toISOString()).split(" ");
    return Math.floor(Date.parse(`${date}T${time}Z`) / hour);
  }

  return {
    warning:
      "Browsers, systems, countries and referrers are only available for all clicks together.",
    of({ id }: Link) {
      const now = hourNow();
      const found = periods.map(([name, step, steps, length]) => {
        const last = step === "hour" ? now : Math.floor(now / 24);
        const counts = statistics.history(id, step, last - steps * length + 1, last);
        const views = Array.from({ length: steps }, (_, place) =>
          counts
            .slice(place * length, (place + 1) * length)
            .reduce((sum, { clicks }) => sum + clicks, 0),
        );
        const total = views.reduce((sum, clicks) => sum + clicks, 0);
        return [name, { stats: nothing, views, total }] as const;
      });
      return { ...Object.fromEntries(found), updatedAt: new Date(clock()).toISOString() };
    },
  };
}
