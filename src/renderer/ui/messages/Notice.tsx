import { Box, Group } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import type { ReactNode } from "react";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import classes from "./Notice.module.css";

/** What has to be known before anything else here: a sign, words, and what can be done about it. */
export function Notice({
  kind,
  role,
  label,
  Icon = IconAlertTriangle,
  iconColor,
  action,
  children,
}: {
  readonly kind?: "caution" | "danger" | undefined;
  readonly role?: "alert" | "status" | "region";
  readonly label?: string;
  readonly Icon?: OutlineIcon;
  readonly iconColor?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Group
      role={role}
      aria-label={label}
      className={classes.notice}
      gap="8px 12px"
      align="flex-start"
      data-kind={kind}
    >
      <Icon size={20} color={iconColor} className={classes.icon} aria-hidden="true" />
      <Box className={classes.words} flex="1 1 200px" miw={0} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Box>
      {action}
    </Group>
  );
}

/** A sentence about what is above it, over the whole width of a grid. */
export function CautionNote({
  role,
  children,
}: {
  readonly role?: "status";
  readonly children: ReactNode;
}) {
  return (
    <Box
      component="p"
      py={6}
      px={10}
      bdrs="md"
      bg="var(--caution-wash)"
      c="var(--caution)"
      style={{ gridColumn: "1 / -1" }}
      role={role}
    >
      {children}
    </Box>
  );
}
