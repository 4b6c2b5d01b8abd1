import { counted } from "../../../contract/counted.ts";
import type { Job, JobOutcome, JobRun, Spoken } from "../jobs/jobs.ts";
import { z } from "zod";
import { type importOperations, readingFields } from "../../../contract/changes/imports.ts";
import type { InputOf } from "../../../contract/operation.ts";
import type { Message } from "../../../contract/messages/messages.ts";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { hash } from "node:crypto";
import type { Origin } from "../../store/store.ts";
import { limitSemiSpaceGrowth } from "../../store/semiSpace.ts";
import type { Reader } from "../../common/origin.ts";
import { Conflict, Invalid, NotFound } from "../../common/problems.ts";
import { withoutEmpty } from "../../common/resources.ts";
import { createAliasAvailability } from "../links/aliasAvailability.ts";
import { createReferrers } from "../../visitor/referrers.ts";
import { createUserAgents } from "../../visitor/userAgents.ts";
import { applyClicks } from "./clickImport.ts";
import { type ClickRules, createClickRules } from "./clickRules.ts";
import { createFailedRows, type FailedRows } from "./failedRows.ts";
import { createFileThread } from "./fileThread.ts";
import {
  createImportedFiles,
  failuresName,
  type ImportedFile,
  importedName,
} from "./importedFile.ts";
import { createImportedNames, type ImportedNames } from "./importedNames.ts";
import { createImportPreview } from "./importPreview.ts";
import { createImportTexts } from "./importTexts.ts";
import { createImportRules, type ImportRules, sourcesHere } from "./importRules.ts";
import { createKeyTable } from "./keyTable.ts";
import { changesVisits } from "./linkOfRow.ts";
import { applyLinks } from "./linkImport.ts";
import type { OpenImport, ReadingChoice } from "./openImport.ts";
import { Unreadable } from "./read/unreadable.ts";
import type { App, Core } from "../../common/context.ts";
import { createRestReader } from "../links/extraLinkFields.ts";

const origin: Origin = { by: "import", operation: "applyImport", scope: "api" };

type ApplyChoice = Omit<InputOf<typeof importOperations.applyImport>["body"], "wait">;

export interface ImportService {
  /** Takes a file in and previews it. */
  start(request: {
    readonly content: AsyncIterable<Uint8Array>;
    readonly name: string | undefined;
    readonly choice: ReadingChoice;
    readonly wait: number;
  }): Promise<Job>;
  /** The same file read in another way: a job of its own. */
  preview(job: number, choice: ReadingChoice, wait: number, reader: Reader): Promise<Job>;
  apply(job: number, choice: ApplyChoice, wait: number, reader: Reader): Promise<Job>;
  /** The rows that didn't come, as CSV. */
  failures(
    job: number,
    reader: Reader,
  ): Promise<{
    readonly name: string;
    readonly size: number;
    readonly content: AsyncIterable<Uint8Array>;
  }>;
  /** Ends the thread that reads files, once no job runs any more. */
  close(): Promise<void>;
}

/** What a job of an import keeps for those that follow it; its file may have been edited. */
const storedImport = z.object({
  file: z.string().regex(importedName),
  name: z.string(),
  bytes: z.int().nonnegative(),
  choice: z.object(readingFields),
  token: z.string(),
  /** No link had this id or a higher one at the time. */
  firstUnseen: z.int(),
});
type StoredImport = Readonly<z.output<typeof storedImport>>;

export async function createImports(
  app: Core &
    Pick<
      App,
      | "jobs"
      | "aliases"
      | "ownAddresses"
      | "domains"
      | "linkTags"
      | "fieldReader"
      | "importedClicks"
    >,
): Promise<ImportService> {
  const { store, statistics, jobs, aliases, ownAddresses, domains, linkTags: tags, clock } = app;
  const { importedClicks } = app;
  const readExtraFields = createRestReader(app.fieldReader, app.timestamps);
  const files = createImportedFiles(app.dataDir);
  const thread = createFileThread();
  const availability = createAliasAvailability(store);
  const { timestamps } = app;
  /** Nobody reads what these cut. */
  const texts = createImportTexts();
  const linkParts = {
    store,
    statistics,
    aliases,
    availability,
    tags,
    readExtraFields,
    timestamps,
    clock,
  };

  jobs.onForgotten(async (job) => {
    const own = storedImportOf(job);
    const others = jobs.all().filter(({ id }) => id !== job.id);
    const isShared = others.some((other) => storedImportOf(other)?.file === own?.file);
    const left = [failuresName(job.id), ...(own === undefined || isShared ? [] : [own.file])];
    await files.remove(left);
  });
  await files.keepOnly(
    new Set(jobs.all().flatMap((job) => [storedImportOf(job)?.file ?? "", failuresName(job.id)])),
  );

  async function importOf(id: number, reader: Reader): Promise<{ readonly own: StoredImport }> {
    const job = await jobs.get(id, reader);
    const own = storedImportOf(job);
    if (job.kind !== "import" || own === undefined) throw new NotFound("Import does not exist.");
    return { own };
  }

  function tokenOf(file: ImportedFile, { format, mapping, dates, domain }: ReadingChoice): string {
    const columns = Object.entries(mapping ?? {}).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const text = JSON.stringify([file.file, format, columns, dates, domain]);
    return hash("sha256", text, "base64url").slice(0, 32);
  }

  function domainOfAll(choice: ReadingChoice): { readonly id: number | undefined } | undefined {
    return choice.domain === undefined ? undefined : { id: domains.chosen(choice.domain) };
  }

  async function rulesFor(choice: ReadingChoice, names: ImportedNames): Promise<ImportRules> {
    return createImportRules({
      store,
      aliases,
      ownAddresses,
      domains,
      domainOfAll: domainOfAll(choice),
      bySource: await sourcesHere(store),
      changesVisits: (link, before) =>
        changesVisits(link, readExtraFields(link), before, { store, names, texts, timestamps }),
    });
  }

  async function failedRows(
    job: JobRun,
    file: ImportedFile,
    { reading }: OpenImport,
  ): Promise<FailedRows> {
    const most = await files.failuresRoom(file);
    return createFailedRows(await files.write(job.id), reading.header, most);
  }

  function opened<Result>(
    { signal }: JobRun,
    file: ImportedFile,
    choice: ReadingChoice,
    work: (opened: OpenImport) => Promise<Result>,
  ): Promise<Result> {
    const { name } = file;
    return thread.read({ path: files.pathOf(file), name }, choice, signal, work);
  }

  async function runPreview(
    job: JobRun,
    file: ImportedFile,
    choice: ReadingChoice,
  ): Promise<JobOutcome> {
    job.phase("reading");
    job.progress(0, file.bytes);
    const token = tokenOf(file, choice);
    const own: StoredImport = {
      ...file,
      choice,
      token,
      firstUnseen: (store.links.newest(0, 1)[0]?.id ?? 0) + 1,
    };
    job.keep(own);
    const importPreview = await opened(job, file, choice, (one) =>
      previewOf(job, file, one, choice),
    );
    const result = { ...importPreview.result(), file: file.name, token };
    const { valid, conflicts, invalid, clicks } = result;
    const what = result.kind === "clicks" ? counted(clicks, "click") : counted(valid, "link");
    const more = [
      ...(conflicts > 0 ? [`${conflicts} with a short link that is taken`] : []),
      ...(invalid > 0 ? [`${counted(invalid, "row")} can't be read`] : []),
    ];
    return {
      message: `${[`${what} to import`, ...more].join(", ")}. Nothing has been changed yet.`,
      result,
    };
  }

  async function previewOf(
    job: JobRun,
    file: ImportedFile,
    one: OpenImport,
    choice: ReadingChoice,
  ) {
    const names = createImportedNames(store, tags);
    const importPreview = createImportPreview(one, {
      store,
      tags,
      rules: await rulesFor(choice, names),
      clickRules: await clickRulesFor(one, job),
      timestamps,
      readExtraFields,
      names,
    });
    const failed = await failedRows(job, file, one);
    try {
      for await (const row of one.reading.rows) {
        job.signal.throwIfAborted();
        importPreview.take(row, failed);
        await failed.flush();
        job.progress(one.bytes());
      }
    } finally {
      await failed.close();
    }
    return importPreview;
  }

  /** The table of rows that came before is held for files of clicks alone. */
  async function clickRulesFor({ known }: OpenImport, { signal }: JobRun): Promise<ClickRules> {
    return createClickRules({
      store,
      domains,
      userAgents: createUserAgents(),
      referrers: createReferrers(),
      known: known.kind === "clicks" ? await importedClicks.known(signal) : createKeyTable(),
      now: clock(),
    });
  }

  return {
    async start({ content, name = "file", choice, wait }) {
      const file = await files.receive(content, name);
      try {
        return await jobs.start({
          kind: "import",
          wait,
          run: (job) => readable(() => runPreview(job, file, choice)),
          unrun: () => files.remove([file.file]),
        });
      } catch (error) {
        // No job knows of it.
        await files.remove([file.file]);
        throw error;
      }
    },
    async preview(id, choice, wait, reader) {
      const { own } = await importOf(id, reader);
      domainOfAll(choice);
      return jobs.start({
        kind: "import",
        wait,
        run: (job) => readable(() => runPreview(job, own, choice)),
      });
    },
    async apply(
      id,
      {
        token,
        onConflict = "skip",
        pixels = false,
        publicCampaigns = false,
        publicStatistics = false,
        tags: tagsForAll = [],
        ...given
      },
      wait,
      reader,
    ) {
      const { own } = await importOf(id, reader);
      const { channel, campaign, ...reading } = given;
      const choice = { ...own.choice, ...withoutEmpty(reading) };
      domainOfAll(choice);
      if (channel !== undefined && !app.references.hasChannel(channel)) {
        throw new Invalid({
          channel: {
            code: "unknown",
            detail: `must be the ID of an existing channel, not ${channel}`,
          },
        });
      }
      if (campaign !== undefined && !app.references.hasCampaign(campaign)) {
        throw new Invalid({
          campaign: {
            code: "unknown",
            detail: `must be the ID of an existing campaign, not ${campaign}`,
          },
        });
      }
      if (token !== own.token || tokenOf(own, choice) !== token) {
        throw new Conflict(
          "outdated",
          "token: belongs to another preview. Create a preview with these options, then send its token.",
          { token: { code: "changed", detail: "belongs to another preview" } },
        );
      }
      const forAll = { tags: tagsForAll, channel, campaign };
      return jobs.start({
        kind: "apply",
        wait,
        run: (job) =>
          readable(() => {
            job.phase("changing");
            return opened(job, own, choice, async (one) => {
              const { name, firstUnseen } = own;
              const runBy = async <Rules>(rules: Rules) => ({
                job,
                opened: one,
                rules,
                failed: await failedRows(job, own, one),
                begin: () => store.beginSet(origin, job.began),
              });
              if (one.known.kind === "clicks") {
                const run = await runBy(await clickRulesFor(one, job));
                return applyClicks(run, { store, importedClicks, name, clock });
              }
              const names = createImportedNames(store, tags);
              const run = await runBy(await rulesFor(choice, names));
              const told = { onConflict, pixels, publicCampaigns, publicStatistics, forAll };
              return applyLinks(run, { ...linkParts, ...told, names, firstUnseen });
            });
          }),
      });
    },
    close: () => thread.close(),
    async failures(id, reader) {
      await jobs.get(id, reader);
      const path = files.written(id);
      const found = await stat(path).catch(() => {
        throw new NotFound("This import has no failed rows.");
      });
      return {
        name: `import-${id}-failures.csv`,
        size: found.size,
        content: createReadStream(path),
      };
    },
  };
}

function storedImportOf({ own }: Pick<Job, "own">): StoredImport | undefined {
  return storedImport.safeParse(own).data;
}

class UnreadableFile extends Invalid implements Spoken {
  readonly said: Message;
  constructor({ message, reason, line, column }: Unreadable) {
    super({ "": message });
    if (line === null || column === null) {
      this.said = reason;
      return;
    }
    const atColumn = /^\d+$/.test(column) ? Number(column) : column;
    this.said = { ...reason, values: { ...reason.values, atLine: line, atColumn } };
  }
}

/** A file that can't be read is the caller's, not ours. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await limitSemiSpaceGrowth(work);
  } catch (error) {
    throw error instanceof Unreadable ? new UnreadableFile(error) : error;
  }
}
