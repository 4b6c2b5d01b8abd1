import { t } from "i18next";
import { useSyncExternalStore } from "react";

/** A file on its way to the import screen, wherever it was dropped. */
let chosen: File | null = null;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

export function chooseFile(file: File): void {
  chosen = file;
  notify();
}

/** Several pasted addresses are read as a list, which shows their links before it creates any. */
export function chooseAddresses(addresses: readonly string[]): void {
  chooseFile(new File([addresses.join("\n")], t("home.pastedList")));
}

/** Takes the file away: it is read once. */
export function takeFile(): File | null {
  const file = chosen;
  chosen = null;
  return file;
}

export function useChosenFile(): File | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen,
  );
}
