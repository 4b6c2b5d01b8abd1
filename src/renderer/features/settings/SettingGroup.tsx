import { useId, type ReactNode } from "react";
import { SettingRow } from "./SettingRow.tsx";
import type { SettingName } from "../../../contract/server/settingsTable.ts";
import classes from "./Settings.module.css";

/** Settings under a heading. */
export function SettingGroup({
  title,
  names = [],
  children,
}: {
  readonly title: string;
  readonly names?: readonly SettingName[];
  readonly children?: ReactNode;
}) {
  const heading = useId();
  return (
    <section className={classes.group} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
      {names.map((name) => (
        <SettingRow key={name} name={name} />
      ))}
    </section>
  );
}
