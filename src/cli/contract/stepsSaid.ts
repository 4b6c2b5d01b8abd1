import type { Said } from "./said.ts";
import { table } from "./table.ts";

/** Columns of the longest bar. */
const longestBar = 40;

interface Step {
  readonly date: string;
  readonly clicks: number;
}

function isStep(value: unknown): value is Step {
  if (typeof value !== "object" || value === null) return false;
  const { date, clicks }: { date?: unknown; clicks?: unknown } = value;
  return typeof date === "string" && typeof clicks === "number";
}

/** How clicks came in: a line a step, its bar as long as its share of the most. */
export function stepsSaid(sent: readonly unknown[], by: unknown, screen: number): Said {
  const steps = sent.filter(isStep);
  const most = Math.max(1, ...steps.map(({ clicks }) => clicks));
  const total = steps.reduce((sum, { clicks }) => sum + clicks, 0);
  const shown = by === "hour" ? "YYYY-MM-DD HH:MM".length : "YYYY-MM-DD".length;
  const room = Math.max(1, Math.min(longestBar, screen - shown - String(most).length - 10));
  const bar = (clicks: number) => "█".repeat(Math.ceil((clicks / most) * room));
  const [titles = "", ...lines] = table(
    [
      {
        title: typeof by === "string" && by !== "" ? by.toUpperCase() : "DAY",
        value: ({ date }) => date.slice(0, shown),
      },
      { title: "CLICKS", value: ({ clicks }) => String(clicks), align: "right" },
      { title: "", value: ({ clicks }) => bar(clicks) },
    ],
    steps,
    Number.POSITIVE_INFINITY,
  );
  return { titles, lines, notes: [`${total} ${total === 1 ? "click" : "clicks"} in all`] };
}
