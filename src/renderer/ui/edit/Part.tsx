import { Stack, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./RecordEditor.module.css";

/** A part of an editor under a heading of its own. */
export function Part({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children: ReactNode;
}) {
  const titleId = useId();
  return (
    <Stack aria-labelledby={titleId} className={classes.part} component="section" gap="sm">
      <div>
        <h3 id={titleId}>{title}</h3>
        {hint !== undefined && (
          <Text inherit m="2px 0 0" fz={13} c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
