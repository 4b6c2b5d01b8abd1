import { Suspense, useState } from "react";
import { PreferencesButton } from "./PreferencesButton.tsx";
import { lazyPart } from "../../i18n/lazyPart.ts";

const PreferencesPopover = lazyPart(
  async () => (await import("./PreferencesPopover.tsx")).PreferencesPopover,
);

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
