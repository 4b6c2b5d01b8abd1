import { Group } from "@mantine/core";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import classes from "./Sharing.module.css";

/** A command for a terminal, to be copied. */
export function TypedCommand({
  command,
  label,
}: {
  readonly command: string;
  /** Of the button that copies it. */
  readonly label: string;
}) {
  return (
    <Group
      className={classes.command}
      gap="xs"
      align="flex-start"
      justify="space-between"
      wrap="nowrap"
    >
      <code dir="ltr">{command}</code>
      <CopyButton text={command} label={label} />
    </Group>
  );
}
