import { type ReactNode, useState } from "react";
import { queryClient } from "./client/api.ts";
import { ApiFailure } from "./client/client.ts";
import { useService } from "./client/queries.ts";
import { keepKey, storedKey } from "./client/serviceKey.ts";
import { isDesktopWindow } from "./client/desktop.ts";
import { KeyScreen } from "./KeyScreen.tsx";

/** Lets the screens through once there is a key that the service takes. */
export function KeyGate({ children }: { readonly children: ReactNode }) {
  const [hasKey, setHasKey] = useState(() => isDesktopWindow() || storedKey() !== null);
  const enter = (key: string) => {
    keepKey(key);
    setHasKey(true);
    void queryClient.resetQueries();
  };
  if (!hasKey) return <KeyScreen isRefused={false} enter={enter} dataDir={null} />;
  return <WithKey enter={enter}>{children}</WithKey>;
}

function WithKey({
  enter,
  children,
}: {
  readonly enter: (key: string) => void;
  readonly children: ReactNode;
}) {
  // What it answered last stays known where a restart has ended the key.
  const { error, data } = useService();
  const isRefused = error instanceof ApiFailure && error.status === 401 && !isDesktopWindow();
  const dataDir = data?.dataDir ?? null;
  return isRefused ? <KeyScreen isRefused enter={enter} dataDir={dataDir} /> : children;
}
