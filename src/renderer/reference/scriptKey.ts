import { useState } from "react";
import { useApiKey } from "../app/client/queries.ts";

/** What stands in the lines while the key isn't known. */
const placeholder = "YOUR_API_KEY";

/** The API key for the lines: in memory only, hidden on screen until it is asked for. */
export interface ScriptKey {
  /** As the lines show it. */
  readonly shown: string;
  /** As copied lines carry it. */
  readonly copied: string;
  readonly isKnown: boolean;
  readonly isFailed: boolean;
  readonly isVisible: boolean;
  readonly toggle: () => void;
}

export function useScriptKey(): ScriptKey {
  const { data: key, isError } = useApiKey();
  const [isVisible, setVisible] = useState(false);
  return {
    shown: key === undefined ? placeholder : isVisible ? key : "•".repeat(12),
    copied: key ?? placeholder,
    isKnown: key !== undefined,
    isFailed: isError,
    isVisible,
    toggle: () => setVisible((before) => !before),
  };
}
