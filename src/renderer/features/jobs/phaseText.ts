import type { TFunction } from "i18next";

const phases = ["reading", "checking", "changing", "writing", "undoing", "restoring"] as const;

/** What a piece of work is doing just now. */
export function phaseText(phase: string, t: TFunction): string {
  const known = phases.find((one) => one === phase);
  return known === undefined ? phase : t(`jobs.phases.${known}`);
}
