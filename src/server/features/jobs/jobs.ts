import { atMost } from "../../common/atMost.ts";
import type { Message } from "../../../contract/messages/messages.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { z } from "zod";
import { boundedJson } from "../../store/boundedJson.ts";
import { largestReadId, largestTakenId, storedMoment } from "../../store/records.ts";
import { codeOf, disk, replaceFile } from "../../store/fileSystem.ts";
import { offsetOf, type PageOf, type PageRequest } from "../../common/paging.ts";
import {
  Busy,
  Conflict,
  diskProblem,
  DocumentFull,
  Forbidden,
  IdsUsedUp,
  Invalid,
  isOutOfSpace,
  NotFound,
  StoreFull,
} from "../../common/problems.ts";
import { errorStack, errorText } from "../../../util/errorText.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import { currentOrigin, mayRead, type Reader } from "../../common/origin.ts";
import type { OpenSet, Origin } from "../../store/store.ts";
import { type Job as AnsweredJob, job as answeredJob } from "../../../contract/changes/jobs.ts";
import { sentMessage } from "../../../contract/messages/messageFields.ts";
import type { App } from "../../common/context.ts";

export type JobFailure = AnsweredJob["failures"][number];
type JobProblem = NonNullable<AnsweredJob["problem"]>;

/** What an error that has one says by code. */
export interface Spoken {
  readonly said: Message;
}

/** Work that takes longer than a request waits, and what has become of it. */
export interface Job extends Omit<
  AnsweredJob,
  "started" | "ended" | "problem" | "reason" | "result"
> {
  /** Of the request that started it, or of the change that it undoes; never answered. */
  readonly scope: Origin["scope"];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  endedAt: number | null;
  /** Of one that failed. */
  problem?: JobProblem | undefined;
  said?: Message | undefined;
  /** By kind; JSON. */
  result: object | null;
  /** What whoever started it keeps for later; JSON, and never answered. */
  own?: object | undefined;
}

/** What is held of each job in memory: its failures and its result may be megabytes. */
export type BriefJob = Omit<Job, "failures" | "result">;

/** A job's file. Whoever fills a data folder may have written it. */
const storedJob = answeredJob.omit({ started: true, ended: true, reason: true }).extend({
  id: z.int().positive().max(largestReadId),
  // One from an older version says "cut off" for "interrupted".
  state: z.preprocess(
    (sent) => (sent === "cut off" ? "interrupted" : sent),
    answeredJob.shape.state,
  ),
  // A file without a scope is older than the scopes: it stays the owner's.
  scope: z.enum(["api", "owner"]).default("owner"),
  startedAt: storedMoment,
  endedAt: storedMoment.nullable(),
  problem: answeredJob.shape.problem.unwrap().optional().catch(undefined),
  said: sentMessage.required().optional().catch(undefined),
  failures: answeredJob.shape.failures.catch([]),
  result: z.looseObject({}).nullable().catch(null),
  own: z
    .looseObject({})
    .refine((own) => JSON.stringify(own).length <= longestOwn)
    .optional()
    .catch(undefined),
});

/** How a job that is under way tells of itself. */
export interface JobRun {
  readonly id: number;
  /** Looked at between two slices; a run that stops early throws its reason. */
  readonly signal: AbortSignal;
  readonly phase: (name: string) => void;
  readonly progress: (done: number, total?: number | null) => void;
  readonly fail: (failure: Partial<JobFailure> & { readonly message: string }) => void;
  /** The change set that it writes; kept on disk before this resolves. */
  readonly began: (change: number) => Promise<void>;
  /** What there is to tell so far, for one that is cancelled. */
  readonly report: (result: object) => void;
  /** Something for later of whoever started it, which no answer shows. */
  readonly keep: (own: object) => void;
}

export interface JobOutcome {
  readonly message: string;
  readonly result?: object;
}

export interface JobService {
  /**
   * Queues work and answers its job after at most `wait` seconds. One runs at a time, in the order
   * in which they came, each as the caller who asked for it.
   */
  start(request: {
    readonly kind: Job["kind"];
    /** Defaults to the scope of the current request. */
    readonly scope?: Origin["scope"] | undefined;
    readonly wait: number;
    readonly run: (job: JobRun) => Promise<JobOutcome>;
    /** Clears up what was prepared for it, when it ends before its turn comes. */
    readonly unrun?: () => Promise<void>;
  }): Promise<Job>;
  /** A job that the reader may not see doesn't exist for them; so also below. */
  get(id: number, reader: Reader): Promise<Job>;
  /** Without failures and results; also those that are too old to be told of. */
  all(): readonly BriefJob[];
  /** Newest first. */
  page(request: PageRequest, reader: Reader): PageOf<BriefJob>;
  /** What is done stays; the job says how to take it back. One that is over stays as it is. */
  cancel(id: number, reader: Reader): Promise<Job>;
  /** Told of each job that is given up a day after it ended. */
  onForgotten(listener: (job: BriefJob) => Promise<void>): void;
  /** Gives up what is older than a day. */
  forgetOld(): Promise<void>;
  /** Stops what runs, before the store is closed. */
  close(): Promise<void>;
}

/** Of the data folder, below which each job is a file. */
export const jobFolder = "jobs";

/** How long an ended job is told of; milliseconds. */
const maxAge = 24 * 60 * 60_000;
const mostFailures = 1000;
/** Jobs that run or wait; with the API key fewer, so that nobody's script keeps the owner from an undo. */
const mostWaiting = { owner: 20, api: 15 };
/** However young they are: of more jobs than that nobody reads. */
const maxJobs = 500;
/** Milliseconds between two writes of a job's progress. */
const saveEvery = 2000;
const fileName = /^(\d+)\.json$/;
/** Characters of what is kept for later: it stays in memory. */
const longestOwn = 2 ** 16;

/** How a change set is taken back, in a sentence. */
export function undoHint(change: number): string {
  return `To undo this: "waypost undo ${change}"`;
}

interface Entry {
  readonly job: Job;
  readonly ending: AbortController;
  readonly over: Promise<void>;
}

function briefly({
  failures: _failures,
  result: _result,
  ...brief
}: BriefJob & Partial<Job>): BriefJob {
  return brief;
}

/** Ends the change set of work; what the service's end cuts off is told as such. */
export async function endSet(set: OpenSet | null | undefined, signal: AbortSignal): Promise<void> {
  if (signal.reason !== serviceEnds) await set?.end();
}

/** Why a job that is under way at the service's end has to stop. */
export const serviceEnds = new DOMException("The service ends.", "AbortError");
const cancelling = new DOMException("The job was cancelled.", "AbortError");

export async function openJobs(app: Pick<App, "dataDir" | "log" | "clock">): Promise<JobService> {
  const { log, clock } = app;
  const folder = join(app.dataDir, jobFolder);
  const pathOf = (id: number) => join(folder, `${id}.json`);
  const jobs = new Map<number, BriefJob>();
  /** What runs, and what couldn't be written to the disk. */
  const whole = new Map<number, Job>();
  const running = new Map<number, Entry>();
  const forgotten: ((job: BriefJob) => Promise<void>)[] = [];
  let isClosing = false;
  let last: Promise<void> = Promise.resolve();
  /** Writes follow each other: a later state is never overtaken by an earlier one. */
  const saving = createTaskQueue();

  async function write(job: Job): Promise<void> {
    try {
      await disk.makeFolder(folder);
      await replaceFile(disk, pathOf(job.id), JSON.stringify(job));
    } catch (error) {
      throw isOutOfSpace(error) ? new StoreFull("The disk is full.", { cause: error }) : error;
    }
  }

  const save = (job: Job) => saving.run(() => write(job));

  const saveQuietly = (job: Job): Promise<boolean> =>
    save(job).then(
      () => true,
      (error: unknown) => {
        log(`Job ${job.id} couldn't be saved: ${String(error)}`);
        return false;
      },
    );

  /** From now on it is read from its file. */
  async function putAway(job: Job): Promise<void> {
    jobs.set(job.id, job);
    whole.set(job.id, job);
    if (!(await saveQuietly(job))) return;
    jobs.set(job.id, briefly(job));
    whole.delete(job.id);
  }

  await readStored();

  async function readStored(): Promise<void> {
    const names = await disk.list(folder).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return [];
      throw error;
    });
    const ids = names
      .flatMap((name) => fileName.exec(name)?.[1] ?? [])
      .map(Number)
      .filter((id) => id <= largestTakenId)
      .toSorted((one, other) => one - other);
    // There are no more of ours, and no older ones.
    for (const id of ids.slice(-2 * maxJobs)) {
      const job = await readJob(id);
      if (job === null) continue;
      if (job.state === "running") {
        interrupt(job, clock(), "unknown");
        await putAway(job);
      } else jobs.set(job.id, briefly(job));
    }
  }

  async function readJob(id: number): Promise<Job | null> {
    try {
      const job = storedJob.parse(boundedJson(await disk.readFile(pathOf(id))));
      return job.id === id ? job : null;
    } catch (error) {
      const why =
        error instanceof z.ZodError
          ? `${error.issues[0]?.path.join(".")} isn't right`
          : errorText(error);
      log(`jobs/${id}.json can't be read and is skipped: ${why}`);
      return null;
    }
  }

  let latestId = [...jobs.keys()].reduce((latest, id) => Math.max(latest, id), 0);

  function isShown(job: BriefJob, reader: Reader): boolean {
    return !isOld(job) && mayRead(reader, job.scope);
  }

  function find(id: number, reader: Reader): BriefJob {
    const job = jobs.get(id);
    if (job === undefined || !isShown(job, reader)) throw new NotFound("Job does not exist.");
    return job;
  }

  async function wholeOf(job: BriefJob): Promise<Job> {
    return whole.get(job.id) ?? (await readJob(job.id)) ?? { ...job, failures: [], result: null };
  }

  function isOld({ endedAt }: BriefJob): boolean {
    return endedAt !== null && clock() - endedAt > maxAge;
  }

  async function forgetOld(): Promise<void> {
    const crowded = latestId - maxJobs;
    const over = [...jobs.values()].filter((job) => job.state !== "running");
    for (const job of over.filter((one) => isOld(one) || one.id <= crowded)) {
      for (const listener of forgotten) await listener(job);
      // The last one's number is never given again.
      if (job.id === latestId) continue;
      jobs.delete(job.id);
      whole.delete(job.id);
      await disk.remove(pathOf(job.id));
    }
  }

  function runOf(job: Job, signal: AbortSignal): JobRun {
    let savedAt = clock();
    return {
      id: job.id,
      signal,
      phase(name) {
        job.phase = name;
      },
      progress(done, total) {
        job.done = done;
        if (total !== undefined) job.total = total;
        if (clock() - savedAt < saveEvery) return;
        savedAt = clock();
        void saveQuietly(job);
      },
      fail({ line = null, column = null, kind = null, id = null, ...failure }) {
        job.failureCount += 1;
        if (job.failures.length < mostFailures) {
          job.failures.push({ line, column, kind, id, ...failure });
        }
      },
      began(change) {
        job.change = change;
        return save(job);
      },
      report(result) {
        job.result = result;
      },
      keep(own) {
        job.own = own;
      },
    };
  }

  async function perform(
    entry: Omit<Entry, "over">,
    run: (job: JobRun) => Promise<JobOutcome>,
    unrun: () => Promise<void>,
  ): Promise<void> {
    const { job, ending } = entry;
    try {
      if (ending.signal.aborted) await unrun();
      ending.signal.throwIfAborted();
      job.phase = "starting";
      const { message, result } = await run(runOf(job, ending.signal));
      Object.assign(job, { state: "done", message, result: result ?? job.result });
    } catch (error) {
      if (error === serviceEnds) interrupt(job, clock(), "known");
      else Object.assign(job, error === cancelling ? cancelled(job) : failed(job, error));
    }
    job.phase = null;
    job.endedAt = clock();
    await putAway(job);
  }

  function failed(job: Job, error: unknown): Partial<Job> {
    const known = messageOf(error);
    const problem = problemOf(error);
    if (known === undefined) {
      const what = errorStack(error);
      log(`Job ${job.id} (${job.kind}) failed: ${what}`);
    }
    const message = known ?? "Something went wrong in the server.";
    return {
      state: "failed",
      message: joined(message, standing(job)),
      problem,
      ...(isSpoken(error) && { said: error.said }),
    };
  }

  return {
    async start({
      kind,
      scope = currentOrigin()?.scope ?? "owner",
      wait,
      run,
      unrun = async () => {},
    }) {
      if (isClosing || running.size >= mostWaiting[scope]) {
        throw new Busy("Too many jobs are waiting. Try again when some of them are done.");
      }
      const job: Job = {
        id: (latestId += 1),
        kind,
        scope,
        state: "running",
        phase: "waiting",
        done: 0,
        total: null,
        startedAt: clock(),
        endedAt: null,
        change: null,
        message: null,
        failures: [],
        failureCount: 0,
        result: null,
      };
      jobs.set(job.id, job);
      whole.set(job.id, job);
      if (jobs.size > 2 * maxJobs) await forgetOld();
      const ending = new AbortController();
      const asCaller = AsyncLocalStorage.snapshot();
      const entry = { job, ending };
      const before = last;
      const inTurn = async () => {
        await save(job);
        // One that is cancelled doesn't wait for its turn to be over.
        await Promise.race([before, aborted(ending.signal)]);
        await asCaller(perform, entry, run, unrun);
      };
      // What can't be kept doesn't run: after a kill nothing would tell of it.
      const settled = inTurn().catch((error: unknown) => {
        Object.assign(job, failed(job, error), { phase: null, endedAt: clock() });
      });
      const over = settled.finally(() => running.delete(job.id));
      last = Promise.all([before, over]).then(() => undefined);
      running.set(job.id, { ...entry, over });
      if (wait > 0) await atMost(settled, wait * 1000);
      return job;
    },
    get: async (id, reader) => wholeOf(find(id, reader)),
    all: () => [...jobs.values()],
    page(request, reader) {
      const shown = [...jobs.values()]
        .filter((job) => isShown(job, reader))
        .toSorted((one, other) => other.id - one.id);
      const first = offsetOf(request);
      const items = shown.slice(first, first + request.limit).map(briefly);
      return { items, total: shown.length, ...request };
    },
    async cancel(id, reader) {
      const job = find(id, reader);
      const entry = running.get(id);
      if (entry === undefined) return wholeOf(job);
      entry.ending.abort(cancelling);
      await entry.over;
      return entry.job;
    },
    onForgotten(listener) {
      forgotten.push(listener);
    },
    forgetOld,
    async close() {
      isClosing = true;
      for (const { ending } of running.values()) ending.abort(serviceEnds);
      await Promise.all([...running.values()].map(({ over }) => over));
      await saving.idle();
    },
  };
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** What a job that ended early leaves behind. */
function standing({ change, done }: BriefJob, howMany: "known" | "unknown" = "known"): string {
  if (change === null) return "Nothing was changed.";
  const count = howMany === "known" ? ` (${done})` : "";
  return `The changes made so far${count} are saved. ${undoHint(change)}`;
}

/** @param howMany of a process that died nobody wrote how far it was in the end */
function interrupt(job: Job, now: number, howMany: "known" | "unknown"): void {
  job.state = "interrupted";
  job.phase = null;
  job.endedAt = now;
  job.message = joined("The server stopped while this job was running.", standing(job, howMany));
}

function cancelled(job: Job): Partial<Job> {
  return { state: "cancelled", message: joined("Canceled.", standing(job)) };
}

function problemOf(error: unknown): JobProblem {
  if (error instanceof Conflict) return error.code;
  if (error instanceof IdsUsedUp) return "refused";
  if (error instanceof DocumentFull) return "dataFull";
  const ofDisk = diskProblem(error);
  if (ofDisk !== undefined) return ofDisk === "full" ? "full" : "refused";
  if (error instanceof Busy) return "tooMany";
  if (error instanceof Forbidden) return "ownerOnly";
  if (error instanceof Invalid) return "invalid";
  return error instanceof NotFound ? "gone" : "unexpected";
}

function isSpoken(error: unknown): error is Spoken {
  return error instanceof Invalid && "said" in error;
}

/** Undefined: what only a programmer could make sense of. */
function messageOf(error: unknown): string | undefined {
  switch (diskProblem(error)) {
    case "full":
      return "The disk is full. Free some space, then try again.";
    case "forbidden":
      return "Waypost isn't allowed to write to its data folder. Fix the folder's permissions, then try again.";
    case "failed":
      return "Saving to the disk failed. Restart Waypost, then try again.";
    case undefined:
      break;
  }
  const problems = [Busy, Conflict, DocumentFull, Forbidden, IdsUsedUp, Invalid, NotFound];
  return error instanceof Error && problems.some((problem) => error instanceof problem)
    ? error.message
    : undefined;
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
