import { z } from "zod";
import { webhookProblems } from "../../../../contract/server/automation/webhooks.ts";
import { day } from "./schedule.ts";

const moment = z.int().nonnegative();

/** How a webhook has been doing. Moments are milliseconds since 1970. */
const healthSchema = z.object({
  /** Failed tries in a row. */
  failures: z.int().nonnegative(),
  /** Answers in a row that said to slow down. */
  slowdowns: z.int().nonnegative(),
  /** The first of the failures in a row. */
  failingSince: moment.nullable(),
  /** On how many days something failed since then: days without any try prove nothing. */
  failedDays: z.int().nonnegative(),
  successAt: moment.nullable(),
  failureAt: moment.nullable(),
  status: z.int().nullable(),
  problem: z.enum(webhookProblems).nullable(),
});
export type Health = Readonly<z.output<typeof healthSchema>>;

export const goodHealth: Health = {
  failures: 0,
  slowdowns: 0,
  failingSince: null,
  failedDays: 0,
  successAt: null,
  failureAt: null,
  status: null,
  problem: null,
};

export function healthOf(kept: unknown): Health {
  return healthSchema.safeParse(kept).data ?? goodHealth;
}

export function afterSuccess(now: number): Health {
  return { ...goodHealth, successAt: now };
}

export function afterFailure(
  health: Health,
  {
    now,
    isSlow,
    ...failure
  }: Pick<Health, "status" | "problem"> & { readonly now: number; readonly isSlow: boolean },
): Health {
  const dayOf = (at: number) => Math.floor(at / day);
  const { failureAt, failures } = health;
  const isNewDay = failures === 0 || failureAt === null || dayOf(failureAt) !== dayOf(now);
  return {
    ...health,
    ...failure,
    failures: failures + 1,
    slowdowns: isSlow ? health.slowdowns + 1 : 0,
    failingSince: health.failingSince ?? now,
    failedDays: health.failedDays + (isNewDay ? 1 : 0),
    failureAt: now,
  };
}

/** Numbers of failures in a row at which the owner is told. */
export const warnedAt: readonly number[] = [5, 10, 15];

/** Days of nothing but failures after which a webhook is turned off. */
const mostFailingDays = 5;

export function isHopeless({ failingSince, failedDays, failureAt }: Health): boolean {
  if (failingSince === null || failureAt === null) return false;
  return failedDays >= mostFailingDays && failureAt - failingSince >= mostFailingDays * day;
}
