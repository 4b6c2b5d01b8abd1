import { Notifications } from "@mantine/notifications";
import { useId, useLayoutEffect, useSyncExternalStore } from "react";
import classes from "./Toasts.module.css";

/** Feet and bars that messages stand above, the uppermost last. */
let places: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  places = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function useUppermost(): string | null {
  return useSyncExternalStore(listen, () => places.at(-1) ?? null);
}

/** Messages stand in the middle of the window's foot, and under dialogs. */
export function Toaster() {
  return useUppermost() === null ? <Messages /> : null;
}

/** Above a foot or bar, which messages would lie over: while it is there, they stand here. */
export function ToastPlace({
  isOver = false,
}: {
  /** Over what is above it. */ readonly isOver?: boolean;
}) {
  const id = useId();
  useLayoutEffect(() => {
    change([...places, id]);
    return () => change(places.filter((other) => other !== id));
  }, [id]);
  const isMine = useUppermost() === id;
  return (
    <div className={classes.place} data-over={isOver || undefined}>
      {isMine && <Messages isPlaced />}
    </div>
  );
}

function Messages({ isPlaced = false }: { readonly isPlaced?: boolean }) {
  return (
    <Notifications
      position="bottom-center"
      containerWidth={320}
      withinPortal={!isPlaced}
      className={isPlaced ? (classes.placed ?? "") : ""}
      zIndex={underDialogs}
    />
  );
}

/** One less than the library's dialogs have. */
const underDialogs = 199;
