import { counted } from "../../../contract/counted.ts";
import { type historyOperations, mostHistorySteps } from "../../../contract/changes/history.ts";
import { Invalid } from "../../common/problems.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

/** Milliseconds of a step, and how many are shown when nobody says from where. */
const steps = {
  hour: { length: 3_600_000, usual: 48 },
  day: { length: 86_400_000, usual: 30 },
} as const;

/** What the account's clocks show, as a number that steps divide: no time zone is in it any more. */
function onClocks(shown: string): number {
  return Date.parse(`${shown.replace(" ", "T")}Z`);
}

export function createHistoryHandlers(app: App): HandlersOf<typeof historyOperations> {
  const { links, statistics, timestamps, clock } = app;

  /** As the account's clocks show it, whichever way it was sent. */
  const local = (moment: string) => (moment.endsWith("Z") ? timestamps.render(moment) : moment);

  return {
    getHistory({ params, query: { by, from, to } }) {
      const { id } = links.get(params.id);
      const { length, usual } = steps[by];
      const now = timestamps.render(new Date(clock()).toISOString());
      const last = Math.floor(onClocks(to === undefined ? now : local(to)) / length);
      const first =
        from === undefined ? last - usual + 1 : Math.floor(onClocks(local(from)) / length);
      if (first > last) throw new Invalid({ from: "must not be after to" });
      if (last - first >= mostHistorySteps) {
        throw new Invalid({
          from: `must be at most ${counted(mostHistorySteps, "interval")} before to`,
        });
      }
      const history = statistics.history(id, by, first, last).map(({ start, clicks }) => ({
        date: new Date(start * length).toISOString().slice(0, 19).replace("T", " "),
        clicks,
      }));
      return { error: 0, id, by, history };
    },
  };
}
