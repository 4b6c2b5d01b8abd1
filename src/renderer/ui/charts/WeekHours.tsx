import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { shadeOf } from "./shades.ts";
import classes from "./WeekHours.module.css";

export interface WeekRow {
  readonly name: string;
  /** Clicks of each of its 24 hours. */
  readonly hours: readonly number[];
}

const everyThird = 3;

/** The hours of a week, from left to right as a clock's day goes. */
export function WeekHours({
  rows,
  label,
}: {
  readonly rows: readonly WeekRow[];
  readonly label: string;
}) {
  const { t, format } = useI18n();
  const most = Math.max(0, ...rows.flatMap(({ hours }) => hours));
  const clock = (hour: number) => format.number(hour);
  return (
    <table className={classes.week} dir="ltr" aria-label={label}>
      <thead>
        <tr>
          <td />
          {Array.from({ length: 24 }, (_, hour) => (
            <th key={hour} scope="col">
              <span aria-hidden="true">{hour % everyThird === 0 ? clock(hour) : ""}</span>
              <span className="visuallyHidden">{clock(hour)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, hours }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {hours.map((clicks, hour) => (
              <td
                style={{ background: `var(--map-${shadeOf(clicks, most)})` }}
                // The hours of a day are always the same ones.
                // oxlint-disable-next-line react/no-array-index-key
                key={hour}
                data-shade={shadeOf(clicks, most)}
                title={t("statistics.hourSays", {
                  day: name,
                  hour: clock(hour),
                  next: clock((hour + 1) % 24),
                  clicks: t("links.clicksOf", format.counted(clicks)),
                })}
              >
                <span className="visuallyHidden">{format.number(clicks)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
