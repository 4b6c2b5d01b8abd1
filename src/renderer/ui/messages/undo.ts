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
  takeBack(): Promise<string | UndoneText>;
}

interface UndoneText {
  readonly text: string;
  readonly note?: ReactNode;
}

interface UndoStep extends Step {
  readonly id: string;
}

/** What this window did in this session, last at the end. */
const steps: UndoStep[] = [];
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
  const added = keep(step);
  return () => void takeBack(added);
}

/** Says what was done, with the way back. */
export function done(step: Step): void {
  const added = keep(step);
  toast({
    id: added.id,
    text: step.did,
    note: step.note,
    action: { label: t("common.undo"), run: () => void takeBack(added) },
  });
}

function keep(step: Step): UndoStep {
  made += 1;
  const added = { ...step, id: `step-${made}` };
  steps.push(added);
  return added;
}

export async function takeBackLast(): Promise<void> {
  await Promise.allSettled(underWay);
  const last = steps.at(-1);
  if (last === undefined) toast({ id: "undo", text: t("undo.nothing") });
  else await takeBack(last);
}

async function takeBack(step: UndoStep): Promise<void> {
  const place = steps.indexOf(step);
  if (place < 0) return;
  steps.splice(place, 1);
  closeToast(step.id);
  try {
    const result = await step.takeBack();
    toast({ id: "undo", ...(typeof result === "string" ? { text: result } : result) });
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
