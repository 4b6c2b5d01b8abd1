import { join, resolve } from "node:path";
import { mostValues, parseBounded } from "./boundedJson.ts";
import { type Check, type CheckByHand, checkChange, isCollection } from "./tables/checks.ts";
import { codeOf, disk, type FileSystem, withoutWrites, writeAll } from "./fileSystem.ts";
import { journalHead } from "./document/journal.ts";
import { journalName, journalNumber } from "./document/journalNames.ts";
import { readLines, unseal } from "./lines.ts";
import { hashClearPasswords, type HashPassword } from "./document/clearPasswords.ts";
import { mendClicks } from "./clicks/damagedClicks.ts";
import { mendDatabase } from "./database/mendDatabase.ts";
import { kindOfFolder, refuseUnsafeFolder } from "./folder.ts";
import type { State } from "./document/loadState.ts";
import { takeLock } from "./lock.ts";
import { checkFrom, migrations, versionAfter } from "./document/migrations.ts";
import { type ParsedDocument, readDocument } from "./document/readDocument.ts";
import { openDocument, type OpenDocument } from "./document/openDocument.ts";
import { type Collection, largestReadId, type SettingsRecord } from "./records.ts";
import { mendSecrets } from "./secretsFile.ts";
import { NamesShared } from "./document/sharedNames.ts";
import { unavailable } from "./unavailable.ts";
import { documentName, formerName, writeDocument } from "./document/snapshot.ts";
import { type Change, MadeByNewer, StoreUnavailable } from "./store.ts";
import {
  apply,
  collectionNames,
  createDocument,
  createSequences,
  largestOf,
  nextAfter,
  tableOf,
} from "./tables/tables.ts";
import { isObject } from "../../util/isObject.ts";

export interface Salvaged {
  /** Records in the folder afterwards. */
  readonly kept: number;
  /** Lines that could not be read, and records that had to give way. */
  readonly lost: number;
  /** Files as they were found, under their new names; none when nothing was wrong with the records. */
  readonly keptAside: readonly string[];
  /** What was wrong and what was done about it, for the owner. */
  readonly findings: readonly string[];
}

/** What only the rest of the program knows. */
export interface SalvageHelp {
  readonly hashPassword?: HashPassword;
  readonly checkByHand?: CheckByHand;
  /** Kept settings that would stop the start, each with the reason. */
  readonly badSettings?: (values: Values) => ReadonlyMap<string, string>;
  /** Whether an address is one that short addresses can have begun with. */
  readonly isBase?: (address: string) => boolean;
}

type Values = NonNullable<SettingsRecord["values"]>;

interface Rescue extends State {
  lost: number;
  /** The number of the next commit, as far as it can be known. */
  commit: number;
}

/**
 * Makes a good document out of a damaged folder: every record and every change that can still be
 * read. Nothing is deleted; the files that were found are moved to a folder beside.
 */
export async function salvage(
  folder: string,
  files: FileSystem = disk,
  help: SalvageHelp = {},
): Promise<Salvaged> {
  const dir = resolve(folder);
  await refuseStrange(files, dir);
  try {
    return await salvageHeld(files, dir, help);
  } catch (error) {
    throw codeOf(error) === undefined ? error : unavailable(dir, error);
  }
}

async function salvageHeld(files: FileSystem, dir: string, help: SalvageHelp): Promise<Salvaged> {
  await refuseUnsafeFolder(files, dir);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const lock = await takeLock(files, dir);
  try {
    const database = await mendDatabase(files, dir, stamp);
    const { lastCommit } = database;
    const records = await salvageRecords(files, dir, { ...help, stamp, lastCommit });
    const findings = [
      ...records.findings,
      ...database.findings,
      ...(await mendSecrets(files, dir, stamp)),
      ...(await mendClicks(files, dir, stamp)),
    ];
    return { ...records, findings };
  } finally {
    await lock.release();
  }
}

/** Nothing is looked for, and nothing made, where Waypost never was. */
async function refuseStrange(files: FileSystem, dir: string): Promise<void> {
  switch (await kindOfFolder(files, dir)) {
    case "own":
      return;
    case "missing":
      throw new StoreUnavailable(`${dir} doesn't exist.`);
    case "empty":
      throw new StoreUnavailable(`${dir} is empty. Waypost hasn't used it yet.`);
    case "foreign":
      throw new StoreUnavailable(
        `${dir} isn't a Waypost data folder. Nothing was changed. Choose the right folder with --data.`,
      );
  }
}

async function salvageRecords(
  files: FileSystem,
  dir: string,
  help: SalvageHelp & {
    readonly stamp: string;
    /** Of the history: its numbers are not given to other commits. */
    readonly lastCommit: number;
  },
): Promise<Salvaged> {
  const found = await startDry(files, dir, help);
  if (found.opened === null) {
    const rescue = await gather(files, dir, help.lastCommit);
    dropSharedAliases(rescue);
    dropBadSettings(rescue, help);
    if (help.hashPassword) await hashClearPasswords(rescue.document, help.hashPassword);
    const keptAside = await replace(files, dir, rescue);
    return { kept: countOf(rescue), lost: rescue.lost, keptAside, findings: [found.problem] };
  }
  const { document, sequences, place } = found.opened;
  const dropped = dropBadSettings({ document }, help);
  const kept = countOf(found.opened);
  if (!found.mustReplace && dropped.length === 0) {
    return { kept, lost: 0, keptAside: [], findings: [] };
  }
  // One number is left for what a hand changed.
  const rescue = { document, sequences, lost: 0, commit: place.commit + 1 };
  const keptAside = await replace(files, dir, rescue);
  return { kept, lost: 0, keptAside, findings: [...found.findings, ...dropped] };
}

type DryStart =
  | {
      readonly opened: OpenDocument;
      /** Nothing would stop the start but what was settled here. */
      readonly mustReplace: boolean;
      readonly findings: readonly string[];
    }
  | { readonly opened: null; readonly problem: string };

/** What a start would say, with nothing written; names that two records have are told apart. */
async function startDry(
  files: FileSystem,
  dir: string,
  help: SalvageHelp & { readonly stamp: string },
): Promise<DryStart> {
  const open = (sharedNames: "refused" | "renamed", findings: string[]) =>
    openDocument({
      files: withoutWrites(files),
      dir,
      steps: migrations,
      warn: ({ message }) => void findings.push(message),
      stamp: help.stamp,
      hashPassword: help.hashPassword ?? null,
      checkByHand: help.checkByHand ?? null,
      sharedNames,
    });
  try {
    const opened = await open("refused", []);
    if (opened.isChainBroken) {
      return {
        opened: null,
        problem: "These journals didn't continue where the earlier ones ended.",
      };
    }
    return { opened, mustReplace: false, findings: [] };
  } catch (error) {
    if (error instanceof MadeByNewer || !(error instanceof StoreUnavailable)) throw error;
    if (!(error instanceof NamesShared)) return { opened: null, problem: error.message };
    const findings: string[] = [];
    return { opened: await open("renamed", findings), mustReplace: true, findings };
  }
}

/** Settings that would stop the start go back to their defaults, former addresses that are none go. */
function dropBadSettings(
  { document }: Pick<State, "document">,
  { badSettings, isBase = () => true }: SalvageHelp,
): string[] {
  const record = document.settings.get(1);
  if (record === undefined) return [];
  const bad = badSettings?.(record.values ?? {}) ?? new Map<string, string>();
  const bases = record.formerBases ?? [];
  const goodBases = bases.filter(isBase);
  const badBases = bases.filter((base) => !isBase(base));
  if (bad.size + badBases.length === 0) return [];
  const values = Object.entries(record.values ?? {}).filter(([name]) => !bad.has(name));
  const { formerBases: _, values: __, ...rest } = record;
  document.settings.put({
    ...rest,
    ...(goodBases.length > 0 && { formerBases: goodBases }),
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
  });
  return [
    ...[...bad.values()].map((reason) => `${reason} It was reset to the default.`),
    ...badBases.map(
      (base) => `The former address ${JSON.stringify(base)} isn't a URL. It was removed.`,
    ),
  ];
}

async function gather(files: FileSystem, dir: string, lastCommit: number): Promise<Rescue> {
  const rescue: Rescue = {
    document: createDocument(),
    sequences: createSequences(),
    lost: 0,
    commit: 1,
  };
  const numbers = await journalNumbers(files, dir);
  const present = await readIntact(files, dir, documentName);
  const former = present ?? (await readIntact(files, dir, formerName));
  const isComplete = former !== null && (numbers[0] ?? former.end.journal) <= former.end.journal;
  let first = 0;
  if (isComplete) {
    putAll(rescue, former);
    first = former.end.journal;
  } else if (!numbers.includes(1)) {
    if ((await files.state(join(dir, documentName))) === null)
      await gatherBackup(files, dir, rescue);
    else await gatherLines(files, join(dir, documentName), rescue);
  }
  rescue.commit = Math.max(rescue.commit, lastCommit + 1);
  for (const number of numbers) {
    if (number >= first) await gatherJournal(files, join(dir, journalName(number)), rescue);
  }
  return rescue;
}

/** Where the document is gone, the newest backup that is whole is the nearest to it. */
async function gatherBackup(files: FileSystem, dir: string, rescue: Rescue): Promise<void> {
  const folder = join(dir, "backups");
  if ((await files.state(folder)) === null) return;
  const names = (await files.list(folder)).filter((name) => /^waypost-.*\.json$/.test(name));
  for (const name of names.toSorted().toReversed()) {
    const found = await readIntact(files, folder, name);
    if (found === null) continue;
    putAll(rescue, found);
    return;
  }
}

async function readIntact(
  files: FileSystem,
  dir: string,
  name: string,
): Promise<ParsedDocument | null> {
  try {
    const found = await readDocument({
      files,
      path: join(dir, name),
      version: versionAfter(migrations),
      checkFor: ({ version }) => checkFrom(version, migrations),
    });
    return found.isIntact && found.problem === null ? found : null;
  } catch {
    return null;
  }
}

function putAll(rescue: Rescue, found: ParsedDocument): void {
  for (const name of collectionNames) {
    for (const record of found.collections.get(name) ?? []) put(rescue, name, record);
    used(rescue, name, found.end.next[name]);
  }
  rescue.commit = Math.max(rescue.commit, found.end.commit);
}

/** A damaged digit, or a file from elsewhere, must not use up the ids there are. */
function used(rescue: Rescue, name: Collection, next: number | undefined): void {
  rescue.sequences.used(name, nextAfter(next, largestOf(rescue.document, name)) - 1);
}

function put(rescue: Rescue, name: Collection, record: { readonly id: number }): void {
  if (record.id > largestReadId) {
    rescue.lost += 1;
    return;
  }
  tableOf(rescue.document, name).put(record);
  rescue.sequences.used(name, record.id);
}

/** Each line on its own: a damaged one takes no other with it. */
async function gatherLines(files: FileSystem, path: string, rescue: Rescue): Promise<void> {
  if ((await files.state(path)) === null) return;
  let collection = "links";
  let version = versionAfter(migrations);
  function take(line: Buffer): void {
    const text = line.toString("utf8").trim().replace(/,$/, "");
    version = versionIn(/^\{"waypost":\s*(\d+)$/.exec(text)?.[1], path) ?? version;
    const opening = /^"(\w+)":\s*\[$/.exec(text)?.[1];
    if (opening !== undefined) collection = opening;
    if (!text.startsWith('{"id"') && !/^\{.*\}$/.test(text)) {
      readEnd(text, rescue);
      return;
    }
    const value = parse(text);
    const found = recordIn(value, [collection, ...collectionNames], checkFrom(version, migrations));
    if (found === undefined) rescue.lost += 1;
    else put(rescue, found.name, found.record);
  }
  const { rest } = await readLines(files, path, 0, take);
  if (rest.length > 0) take(rest);
}

function readEnd(text: string, rescue: Rescue): void {
  if (!text.startsWith('"end":')) return;
  const commit = Number(/"commit":(\d+)/.exec(text)?.[1] ?? 1);
  rescue.commit = Math.max(rescue.commit, commit);
  for (const name of collectionNames) {
    const next = Number(new RegExp(`"${name}":(\\d+)`).exec(text)?.[1] ?? 1);
    used(rescue, name, next);
  }
}

/** The first of the collections whose record this is. */
function recordIn(value: unknown, candidates: readonly string[], check: Check) {
  for (const name of candidates) {
    const checked = check(name, value);
    if (isCollection(name) && "record" in checked) return { name, record: checked.record };
  }
  return undefined;
}

/** The version that a file names; throws where this program can't know it. */
function versionIn(named: unknown, path: string): number | undefined {
  const version = named === undefined ? Number.NaN : Number(named);
  if (!Number.isSafeInteger(version) || version < 1) return undefined;
  if (version > versionAfter(migrations)) {
    throw new MadeByNewer(path, version, versionAfter(migrations));
  }
  return version;
}

async function gatherJournal(files: FileSystem, path: string, rescue: Rescue): Promise<void> {
  let version = versionAfter(migrations);
  const { rest } = await readLines(files, path, 0, (bytes) => {
    const line = unseal(bytes, mostValues.journal);
    version = versionIn(line?.["version"], path) ?? version;
    const changes = changesOf(line, checkFrom(version, migrations));
    if (changes === null) {
      rescue.lost += line === undefined ? 1 : 0;
      return;
    }
    const possible = changes.filter((change) => idOf(change) <= largestReadId);
    rescue.lost += changes.length - possible.length;
    apply(rescue.document, rescue.sequences, possible);
    if (typeof line?.["commit"] === "number") {
      rescue.commit = Math.max(rescue.commit, line["commit"] + 1);
    }
  });
  if (rest.length > 0) rescue.lost += 1;
}

function idOf(change: Change): number {
  return "put" in change ? change.record.id : change.id;
}

function changesOf(line: unknown, check: Check): Change[] | null {
  if (!isObject(line) || !Array.isArray(line["changes"])) return null;
  try {
    return line["changes"].map((change: unknown) => checkChange(change, check));
  } catch {
    return null;
  }
}

/** Where a lost line had freed an alias, two links may claim it: the younger one keeps it. */
function dropSharedAliases(rescue: Rescue): void {
  const { links } = rescue.document;
  for (const link of links.all()) {
    if (links.spelled(link.alias, link.domain).at(-1)?.id === link.id) continue;
    links.remove(link.id);
    rescue.lost += 1;
  }
}

async function replace(files: FileSystem, dir: string, rescue: Rescue): Promise<string[]> {
  const version = versionAfter(migrations);
  const names = (await files.list(dir)).filter(
    (name) => name === documentName || name === formerName || journalNumber(name) !== null,
  );
  const journal = ((await journalNumbers(files, dir)).at(-1) ?? 0) + 1;
  await writeNew(
    files,
    join(dir, journalName(journal)),
    journalHead(version, journal, rescue.commit),
  );
  const draft = join(dir, `${documentName}.tmp`);
  await writeDocument(files, draft, {
    version,
    collections: collectionNames.map(
      (name) => [name, tableOf(rescue.document, name).all()] as const,
    ),
    end: { next: rescue.sequences.next(), journal, commit: rescue.commit },
  });
  const aside = join(dir, `damaged-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  await files.makeFolder(aside);
  if (names.includes(documentName)) {
    await files.link(join(dir, documentName), join(aside, documentName));
  }
  await files.rename(draft, join(dir, documentName));
  for (const name of names) {
    if (name !== documentName) await files.rename(join(dir, name), join(aside, name));
  }
  await files.syncFolder(aside);
  await files.syncFolder(dir);
  return names.map((name) => join(aside, name));
}

async function writeNew(files: FileSystem, path: string, bytes: Buffer): Promise<void> {
  const descriptor = await files.open(path, "wx");
  try {
    await writeAll(files, descriptor, bytes);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
}

async function journalNumbers(files: FileSystem, dir: string): Promise<number[]> {
  return (await files.list(dir))
    .map(journalNumber)
    .filter((number) => number !== null)
    .toSorted((a, b) => a - b);
}

function countOf({ document }: State): number {
  return collectionNames.reduce((sum, name) => sum + document[name].size, 0);
}

function parse(text: string): unknown {
  try {
    return parseBounded(text, mostValues.journal);
  } catch {
    return undefined;
  }
}
