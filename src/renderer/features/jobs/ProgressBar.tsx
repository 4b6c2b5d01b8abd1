import { Group } from "@mantine/core";
import { useId } from "react";
import classes from "./Jobs.module.css";

/** How far something is. Where the whole isn't known, the bar only says that it goes on. */
export function ProgressBar({
  name,
  valueText,
  done,
  total,
}: {
  readonly name: string;
  /** How far, in words. */
  readonly valueText: string;
  readonly done: number;
  readonly total: number | null;
}) {
  const words = useId();
  return (
    <>
      <Group gap="4px 16px" justify="space-between">
        <span id={words} dir="auto">
          {name}
        </span>
        <span className="soft">{valueText}</span>
      </Group>
      <progress
        className={classes.bar}
        aria-labelledby={words}
        {...(total === null || total === 0 ? {} : { value: done, max: total })}
      />
    </>
  );
}
