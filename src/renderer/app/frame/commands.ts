import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import { useEffect } from "react";

/** Something that can be done now, where the window is. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly Icon: OutlineIcon;
  readonly run: () => void;
}

const offers = new Set<readonly Command[]>();

/** Offers commands in the palette as long as what offers them is shown. The same list from render to render. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offers.add(commands);
    return () => void offers.delete(commands);
  }, [commands]);
}

export function offeredCommands(): readonly Command[] {
  return [...offers].flat();
}
