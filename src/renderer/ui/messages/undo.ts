import { t } from "i18next";
import type { ReactNode } from "react";
import { ApiFailure } from "../../app/client/client.ts";
import { failureText } from "./failureText.ts";
import { closeToast, showFailure, toast } from "./toasts.tsx";

/** Something this window did, and how it is taken back. */
interface Step {
  /** What was done, as a sentence. */
  readonly did: string;
  /** What it was done to. */
  readonly name: string;
  readonly note?: ReactNode;
  /** Answers what is so again, as a sentence, or with what else there is to say. */
  takeBack(): Promise<string | Said>;
}

interface Said {
  readonly text: string;
  readonly note?: ReactNode;
}

interface Kept extends Step {
  readonly id: string;
}

/** What this window did in this session, last at the end. */
const steps: Kept[] = [];
let made = 0;

/** What is being done just now. */
const underWay = new Set<Promise<unknown>>();

/** While something is being done, the last step is this one, though it isn't kept yet. */
export async function doing<Result>(work: Promise<Result>): Promise<Result> {
  underWay.add(work);
  try {
    return await work;
  } finally {
    underWay.delete(work);
  }
}

/** Keeps the way back from what a screen itself says was done. Answers how to go it. */
export function keepStep(step: Step): () => void {
  const kept = keep(step);
  return () => void takeBack(kept);
}

/** Says what was done, with the way back. */
export function done(step: Step): void {
  const kept = keep(step);
  toast({
    id: kept.id,
    text: step.did,
    note: step.note,
    action: { label: t("common.undo"), run: () => void takeBack(kept) },
  });
}

function keep(step: Step): Kept {
  made += 1;
  const kept = { ...step, id: `step-${made}` };
  steps.push(kept);
  return kept;
}

export async function takeBackLast(): Promise<void> {
  await Promise.allSettled(underWay);
  const last = steps.at(-1);
  if (last === undefined) toast({ id: "undo", text: t("undo.nothing") });
  else await takeBack(last);
}

async function takeBack(step: Kept): Promise<void> {
  const place = steps.indexOf(step);
  if (place < 0) return;
  steps.splice(place, 1);
  closeToast(step.id);
  try {
    const said = await step.takeBack();
    toast({ id: "undo", ...(typeof said === "string" ? { text: said } : said) });
  } catch (error) {
    if (!(error instanceof ApiFailure)) {
      // The service may be back in a moment; the way back is still there.
      steps.splice(place, 0, step);
      showFailure(error);
    } else if (error.status === 404) toast({ id: "undo", text: t("undo.gone", { did: step.did }) });
    else if (error.faults.some(({ code }) => code === "changed")) {
      // What stands against it may be gone at the next try.
      steps.splice(place, 0, step);
      toast({
        id: "undo",
        text: t("undo.changed", { name: step.name }),
        note: failureText(error, t).text,
      });
    } else showFailure(error);
  }
}
