import { z } from "zod";
import type { UpdateAsk, UpdateState } from "./bridge/bridge.ts";
import { replaceFileNow } from "../app/index.ts";
import { readShort } from "./settings.ts";

/** Looks for new versions; fetches and installs one only when it is told to. */
export interface Updater {
  /** The newer version that is there, or null. */
  look(): Promise<string | null>;
  fetch(onProgress: (percent: number) => void): Promise<void>;
  /** Ends the program and starts the new one. */
  install(): void;
}

export interface UpdatesParts {
  /** Null: this program was made without an address to look at. */
  readonly load: (() => Promise<Updater>) | null;
  /** Whether the owner wants it looked for once a day. */
  readonly choice: { isDaily(): boolean; setDaily(isDaily: boolean): void };
  readonly clock: () => number;
  /** Puts everything safely on disk before the new version starts on the same folder. */
  readonly end: () => Promise<void>;
}

export interface Updates {
  ask(ask: UpdateAsk): Promise<UpdateState>;
  /** Begins to look once a day, where that is wanted. */
  begin(): void;
}

const day = 24 * 60 * 60_000;

type Step = Pick<UpdateState, "step" | "version" | "percent">;

/**
 * Tells of new versions, and asks: nothing is looked for unless the owner wants it, nothing fetched
 * and nothing installed without a word of theirs.
 */
export function createUpdates({ load, choice, clock, end }: UpdatesParts): Updates {
  let loading: Promise<Updater> | null = null;
  let now: Step = { step: "idle", version: null, percent: null };
  let lookedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  const state = (): UpdateState => ({
    canLook: load !== null,
    isDaily: choice.isDaily(),
    lookedAt: lookedAt === null ? null : new Date(lookedAt).toISOString(),
    ...now,
  });

  /** One step at a time; one that fails says so, and can be asked for again. */
  async function take(
    begun: Step,
    failed: Step["step"],
    step: (updater: Updater) => Promise<Step>,
  ) {
    if (load === null || isBusy()) return;
    now = begun;
    try {
      loading ??= load();
      now = await step(await loading);
    } catch {
      loading = null;
      now = { ...begun, step: failed, percent: null };
    }
  }
  const isBusy = () =>
    now.step === "looking" || now.step === "fetching" || now.step === "installing";

  async function look(): Promise<void> {
    // What is fetched already stays so.
    if (now.step === "ready") return;
    await take({ step: "looking", version: null, percent: null }, "not looked", async (updater) => {
      const version = await updater.look();
      lookedAt = clock();
      return { step: version === null ? "current" : "available", version, percent: null };
    });
  }

  async function fetchIt(): Promise<void> {
    const { step, version } = now;
    if (step !== "available" && step !== "not fetched") return;
    await take({ step: "fetching", version, percent: 0 }, "not fetched", async (updater) => {
      await updater.fetch((percent) => {
        if (now.step === "fetching") now = { ...now, percent };
      });
      return { step: "ready", version, percent: null };
    });
  }

  async function install(): Promise<void> {
    const { step, version } = now;
    if (step !== "ready") return;
    await take({ step: "installing", version, percent: null }, "ready", async (updater) => {
      await end();
      updater.install();
      return { step: "installing", version, percent: null };
    });
  }

  function begin(): void {
    clearInterval(timer);
    if (load === null || !choice.isDaily()) return;
    void look();
    timer = setInterval(() => void look(), day);
    timer.unref();
  }

  return {
    begin,
    async ask(ask) {
      if (ask === "look") await look();
      // Takes its time: whoever asks again hears how far it is.
      if (ask === "fetch") void fetchIt();
      if (ask === "install") await install();
      if (ask === "daily" || ask === "never") {
        choice.setDaily(ask === "daily");
        begin();
      }
      return state();
    },
  };
}

const stored = z.object({ isDaily: z.boolean() });

/** Kept with the shell's files. Missing or broken means no: nothing is asked of the web unasked. */
export function openUpdateChoice(file: string): UpdatesParts["choice"] {
  let isDaily = read(file);
  return {
    isDaily: () => isDaily,
    setDaily(wanted) {
      isDaily = wanted;
      replaceFileNow(file, `${JSON.stringify({ isDaily })}\n`);
    },
  };
}

function read(file: string): boolean {
  try {
    return stored.parse(JSON.parse(readShort(file))).isDaily;
  } catch {
    return false;
  }
}
