import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { authors, ChangePreview } from "../../../contract/changes/changes.ts";
import type { Job } from "../../../contract/changes/jobs.ts";
import type { RecordKind } from "../../../contract/fields/records.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { keepJob, shortWait } from "../jobs/jobs.ts";

export type Author = (typeof authors)[number];

/** What of the history is shown; "" for whatever isn't asked for. */
export interface ChangesFilter {
  readonly by: Author | "";
  readonly kind: RecordKind | "";
  /** Name of the key that a program used. */
  readonly key: string;
  /** Days, as `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

export const changesPerPage = 50;
export const recordsPerPage = 50;

/** Milliseconds between looks at what others change. */
const lookEvery = 10_000;

export function useChanges(filter: ChangesFilter, page: number) {
  return useQuery({
    queryKey: ["changes", filter, page],
    queryFn: async ({ signal }) => {
      const query = {
        ...given(filter),
        ...(filter.to === "" ? {} : { to: `${filter.to} 23:59:59` }),
        limit: changesPerPage,
        page,
      };
      const { data } = await api.call("listChanges", { query }, signal);
      return { sets: data.changes, total: data.result, pages: data.maxpage };
    },
    placeholderData: keepPreviousData,
    refetchInterval: lookEvery,
  });
}

function given(filter: ChangesFilter) {
  const { by, kind, key, from, to } = filter;
  return {
    ...(by === "" ? {} : { by }),
    ...(kind === "" ? {} : { kind }),
    ...(key === "" ? {} : { key }),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
  };
}

export function useChangeSet(id: number, page: number, isEnabled = true) {
  return useQuery({
    queryKey: ["change", id, page],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const answer = await api.call(
        "getChange",
        { params: { id }, query: { limit: recordsPerPage, page } },
        signal,
      );
      return { set: answer.change, records: answer.data.records, pages: answer.data.maxpage };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.set.state === "running" ? 1_000 : false),
  });
}

/** What happened to one record, newest first. */
export function useRecordHistory(kind: RecordKind, id: number, limit: number) {
  return useQuery({
    queryKey: ["changes", "of", kind, id, limit],
    queryFn: async ({ signal }) => {
      const { data } = await api.call("listChanges", { query: { kind, id, limit } }, signal);
      return { sets: data.changes, total: data.result };
    },
  });
}

export async function previewUndo(id: number, force: boolean): Promise<ChangePreview> {
  const answer = await api.call("undoChange", { params: { id }, body: { preview: true, force } });
  if (!("preview" in answer)) throw new Error("A preview was asked for.");
  return answer.preview;
}

export async function runUndo(id: number, token: string, force: boolean): Promise<Job> {
  const answer = await api.call("undoChange", {
    params: { id },
    body: { token, force, wait: shortWait },
  });
  if (!("job" in answer)) throw new Error("A run was asked for.");
  keepJob(answer.job);
  return answer.job;
}

/** Undoes at once; the answer is a preview, with nothing done, where something conflicts. */
export async function undoIfUnchanged(id: number) {
  const body = { ifUnchanged: true, wait: shortWait };
  const answer = await api.call("undoChange", { params: { id }, body });
  if ("job" in answer) keepJob(answer.job);
  return answer;
}

/** Much changed at once: every screen looks again. */
export async function refreshEverything(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "job" });
}
