import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Mark } from "../../app/frame/Mark.tsx";
import { Ghost } from "./Ghost.tsx";

/** One sentence that teaches, one thing to do, and above it what will be there. */
export function EmptyState({
  title,
  text,
  action,
  isScreen = false,
}: {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  /** Whether it is all that the screen has to say. */
  readonly isScreen?: boolean;
}) {
  return (
    <Stack align="center" justify="center" flex={1} gap="xs" px="lg" py={40} ta="center">
      {isScreen ? <Mark size={40} /> : <Ghost />}
      <Title order={isScreen ? 1 : 2} size="h2">
        {title}
      </Title>
      <Text c="dimmed" maw="44ch" mb="xs">
        {text}
      </Text>
      {action}
    </Stack>
  );
}
