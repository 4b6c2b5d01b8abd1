import { useQuery } from "@tanstack/react-query";
import type { Job } from "../../../contract/changes/jobs.ts";
import { api, queryClient } from "../../app/client/api.ts";

/** Milliseconds between looks at work that is under way. */
const lookEvery = 400;

/** Seconds that the service may take before it answers that the work goes on. */
export const shortWait = 1;

/** A piece of work, followed until it is over; null: none is asked for. */
export function useJob(id: number | null) {
  return useQuery({
    queryKey: ["job", id],
    queryFn: async ({ signal }) =>
      (await api.call("getJob", { params: { id: id ?? 0 } }, signal)).job,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === "running" ? lookEvery : false),
  });
}

/** Something that began elsewhere is known here at once. */
export function keepJob(job: Job): void {
  queryClient.setQueryData(["job", job.id], job);
}

export async function cancelJob(id: number): Promise<void> {
  keepJob((await api.call("cancelJob", { params: { id } })).job);
}

/** Waits until work is over. */
export async function jobOver(job: Job): Promise<Job> {
  let latest = job;
  while (latest.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
    latest = (await api.call("getJob", { params: { id: job.id } })).job;
    keepJob(latest);
  }
  return latest;
}
