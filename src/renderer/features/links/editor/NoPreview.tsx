import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

/** Stands where a preview would be, and says why there is none. */
export function NoPreview({ children }: { readonly children: ReactNode }) {
  return (
    <Stack
      mih={200}
      p="lg"
      bd="1px dashed var(--line-strong)"
      bdrs="md"
      ta="center"
      style={{ overflowWrap: "anywhere" }}
      gap="xs"
      align="center"
      justify="center"
    >
      {children}
    </Stack>
  );
}
