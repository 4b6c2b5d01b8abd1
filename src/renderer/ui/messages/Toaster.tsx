import { useNotifications } from "@mantine/notifications";
import { Suspense, useId, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { partAhead } from "../../i18n/lazyPart.ts";
import classes from "./Toasts.module.css";

/** Where the service is gone before they came, what it would say is lost, but not the window. */
const ToastList = partAhead(() =>
  import("./ToastList.tsx").then(
    (loaded) => loaded.ToastList,
    () => () => null,
  ),
);

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

/** Comes with the first message, and stays for those that leave. */
function Messages({ isPlaced = false }: { readonly isPlaced?: boolean }) {
  const hasAny = useNotifications().notifications.length > 0;
  const [isNeeded, setNeeded] = useState(hasAny);
  if (hasAny && !isNeeded) setNeeded(true);
  return <Suspense fallback={null}>{isNeeded && <ToastList isPlaced={isPlaced} />}</Suspense>;
}
