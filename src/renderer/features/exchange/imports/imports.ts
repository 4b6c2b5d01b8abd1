import {
  type ImportFormat,
  importFormats,
  type OnConflict,
} from "../../../../contract/changes/imports.ts";
import type { ImportPreview, ImportResult } from "../../../../contract/changes/jobResults.ts";
import type { Job } from "../../../../contract/changes/jobs.ts";
import { api } from "../../../app/client/api.ts";
import type { SendOptions } from "../../../app/client/client.ts";
import { keepJob, shortWait } from "../../jobs/jobs.ts";

/** How a file is read, and what becomes of its rows. */
export interface ImportChoices {
  /** null: as it was recognised. */
  readonly format: ImportFormat | null;
  /** Column → field; a column that isn't named is taken as it was guessed. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly dates: "day first" | "month first" | null;
  readonly onConflict: OnConflict;
  /** Whether the pixels of the file are imported. */
  readonly pixels: boolean;
  /** Whether links join the public campaigns that the file names. */
  readonly publicCampaigns: boolean;
  /** Whether links have public statistics if the file says so. */
  readonly publicStatistics: boolean;
  readonly tags: readonly string[];
  readonly channel: number | null;
  readonly campaign: number | null;
  /** Address of a registered domain; null: the service's own. */
  readonly domain: string | null;
}

export const noChoices: ImportChoices = {
  format: null,
  mapping: {},
  dates: null,
  onConflict: "skip",
  pixels: false,
  publicCampaigns: false,
  publicStatistics: false,
  tags: [],
  channel: null,
  campaign: null,
  domain: null,
};

/** The format of an answer, which is told as a text; null: one that this window doesn't know. */
export function formatNamed(name: string): ImportFormat | null {
  return importFormats.find((one) => one === name) ?? null;
}

/** Hands a file over; the answer's work ends in a preview. */
export async function sendFile(file: File, options: SendOptions): Promise<Job> {
  const query = { name: file.name.slice(0, 200) };
  const { job } = await api.send("startImport", { query }, file, options);
  keepJob(job);
  return job;
}

function readingOf(choices: ImportChoices) {
  return {
    ...(choices.format === null ? {} : { format: choices.format }),
    ...(Object.keys(choices.mapping).length === 0 ? {} : { mapping: choices.mapping }),
    ...(choices.dates === null ? {} : { dates: choices.dates }),
    ...(choices.domain === null ? {} : { domain: choices.domain }),
  };
}

/** Reads the same file again another way. */
export async function previewAgain(job: number, choices: ImportChoices): Promise<Job> {
  const answer = await api.call("previewImport", {
    params: { id: job },
    body: { ...readingOf(choices), wait: shortWait },
  });
  keepJob(answer.job);
  return answer.job;
}

export async function applyImport(
  job: number,
  choices: ImportChoices,
  token: string,
): Promise<Job> {
  const answer = await api.call("applyImport", {
    params: { id: job },
    body: {
      ...readingOf(choices),
      onConflict: choices.onConflict,
      ...(choices.pixels ? { pixels: true } : {}),
      ...(choices.publicCampaigns ? { publicCampaigns: true } : {}),
      ...(choices.publicStatistics ? { publicStatistics: true } : {}),
      ...(choices.tags.length === 0 ? {} : { tags: [...choices.tags] }),
      ...(choices.channel === null ? {} : { channel: choices.channel }),
      ...(choices.campaign === null ? {} : { campaign: choices.campaign }),
      token,
      wait: shortWait,
    },
  });
  keepJob(answer.job);
  return answer.job;
}

export function previewOf(job: Job): ImportPreview | null {
  const { result } = job;
  return result !== null && "sureness" in result ? result : null;
}

export function resultOf(job: Job): ImportResult | null {
  const { result } = job;
  return result !== null && "imported" in result ? result : null;
}
