import { Group, Stack, Text } from "@mantine/core";
import { useId, type ReactNode } from "react";
import type { SettingName } from "../../../contract/server/settingsTable.ts";
import { SettingRow } from "./SettingRow.tsx";

/** Settings, or something else that is decided, under a heading. */
export function SettingGroup({
  title,
  text,
  side,
  names = [],
  children,
}: {
  readonly title: string;
  readonly text?: string;
  /** Beside the heading. */
  readonly side?: ReactNode;
  readonly names?: readonly SettingName[];
  readonly children?: ReactNode;
}) {
  const heading = useId();
  return (
    <Stack component="section" gap={12} aria-labelledby={heading}>
      <Group component="div" justify="space-between" gap={8}>
        <h2 id={heading}>{title}</h2>
        {side}
      </Group>
      {text !== undefined && (
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      )}
      {children}
      {names.map((name) => (
        <SettingRow key={name} name={name} />
      ))}
    </Stack>
  );
}
