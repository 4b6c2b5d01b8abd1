import { Box, Group } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Qr.module.css";

/** Whether a code can be scanned, with a sentence below it. */
export function VerdictLine({
  level,
  icon,
  note,
  children,
}: {
  readonly level: "ok" | "warns" | "no";
  readonly icon: ReactNode;
  readonly note: string;
  readonly children: ReactNode;
}) {
  return (
    <Group
      role="status"
      className={classes.scans}
      component="p"
      gap="xs"
      align="flex-start"
      wrap="nowrap"
      data-level={level}
    >
      {icon}
      <span>
        {children}
        <Box component="span" className="soft" display="block" fz={12} fw={400}>
          {note}
        </Box>
      </span>
    </Group>
  );
}
