import { lazy, Suspense, useState } from "react";
import { PreferencesButton } from "./PreferencesButton.tsx";

const PreferencesPopover = lazy(async () => ({
  default: (await import("./PreferencesPopover.tsx")).PreferencesPopover,
}));

/** Look and language; what they are chosen with is loaded once somebody wants to. */
export function PreferencesMenu() {
  const [isWanted, setWanted] = useState(false);
  const button = <PreferencesButton onClick={() => setWanted(true)} />;
  return isWanted ? (
    <Suspense fallback={button}>
      <PreferencesPopover />
    </Suspense>
  ) : (
    button
  );
}
