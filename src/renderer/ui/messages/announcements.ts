import { useSyncExternalStore } from "react";

let announced = "";
const listeners = new Set<() => void>();

/** Says something to screen readers, through the one live region of the shell. */
export function announce(text: string): void {
  // A repeated sentence must differ to be read again.
  announced = announced === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

export function useAnnouncement(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => announced,
  );
}
