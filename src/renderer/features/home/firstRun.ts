import { useState } from "react";

const place = "waypost.firstRun";

type Kept = "begun" | "done" | null;

function keptNow(): Kept {
  const kept = localStorage.getItem(place);
  return kept === "begun" || kept === "done" ? kept : null;
}

/**
 * Whether this window leads through a first link: it does from an empty store on until its user has
 * seen the end. A store with links that it never saw empty is nobody's first one.
 */
export function useFirstRun(links: number | undefined): {
  readonly isShown: boolean;
  readonly end: () => void;
} {
  const [kept, setKept] = useState(keptNow);
  const keep = (next: "begun" | "done") => {
    localStorage.setItem(place, next);
    setKept(next);
  };
  if (kept === null && links === 0) keep("begun");
  return { isShown: kept === "begun" && links !== undefined, end: () => keep("done") };
}
