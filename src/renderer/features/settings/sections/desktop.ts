import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Desktop, DesktopChange } from "../../../../main/bridge/bridge.ts";
import { showFailure } from "../../../ui/messages/toasts.tsx";

const queryKey = ["desktop"];

/** The desktop around the window, as the shell tells of it. */
export function useDesktop() {
  const client = useQueryClient();
  const desktop = useQuery({
    queryKey,
    queryFn: async (): Promise<Desktop | null> => (await window.waypost?.desktop()) ?? null,
  });
  return {
    desktop: { ...desktop, data: desktop.data ?? undefined },
    change: async (change: DesktopChange): Promise<void> => {
      try {
        const next = await window.waypost?.changeDesktop(change);
        client.setQueryData(queryKey, next);
      } catch (error) {
        showFailure(error);
      }
    },
  };
}
