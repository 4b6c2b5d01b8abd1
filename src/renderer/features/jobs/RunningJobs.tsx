import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { api } from "../../app/client/api.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";

const RunningJobsButton = lazyPart(
  async () => (await import("./RunningJobsButton.tsx")).RunningJobsButton,
);

/** Milliseconds between looks, while nothing runs and while something does. */
const [lookSeldom, lookOften] = [5_000, 1_000];

/** Work of the last day that is worth a look. */
const latest = 10;

function useRunningJobs() {
  return useQuery({
    queryKey: ["jobs", "running"],
    queryFn: async ({ signal }) => {
      const query = { limit: latest, page: 1 };
      const { data } = await api.call("listJobs", { query }, signal);
      return data.jobs.filter(({ state }) => state === "running");
    },
    refetchInterval: ({ state }) => (state.data?.length === 0 ? lookSeldom : lookOften),
  });
}

/** Whatever takes long, whoever began it; what shows it comes when there is something to show. */
export function RunningJobs() {
  const jobs = useRunningJobs().data ?? [];
  return jobs.length === 0 ? null : (
    <Suspense>
      <RunningJobsButton jobs={jobs} />
    </Suspense>
  );
}
