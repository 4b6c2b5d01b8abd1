/**
 * What the service says of rows, records and itself: each sentence has a code and values, so that
 * callers may say it in words of their own, as the window does. `{name}` stands for a value.
 */
const sentences = {
  // Of one row of a file: why it doesn't come.
  "row.cut":
    "The file ends in the middle of this row: the rest of it, and what came after it, is missing.",
  "row.cells":
    "The row has {cells} cells, and the table {columns} columns: is a cell with a comma not in quotes?",
  "row.noObject": "This is no object of a link.",
  "row.forbiddenKey": "It has a key “__proto__”.",
  "row.nul": "There is a NUL character in it.",
  "row.date": "“{cell}” is no date.",
  "row.short": "“{cell}” is no short address.",
  "row.shortEmpty": "The short address has nothing behind its domain.",
  "row.noAddress": "There is no address in this row.",
  "row.severalAddresses": "There are several addresses in one place: each needs a line of its own.",
  "row.noShort": "There is no short address in this row.",
  "row.noDate": "There is no date in this row.",
  "row.dayOrMonth": "Whether the day or the month comes first must be said.",
  "row.addressMissing": "is required: where does the link lead?",
  "row.addressLong": "must be at most {most} characters",
  "row.address": "must be a full address that begins with http:// or https://",
  "row.loop": "must not be a short address of this service, it would lead back here",
  "row.aliasReserved": "is reserved",
  "row.aliasShort": "must be at least {least} characters",
  "row.aliasLong": "must be at most {most} characters",
  "row.aliasCharacters": "must have only letters, digits, - and _",
  "row.aliasTwice": "has the short address of line {other} already",
  "row.takenByLink": "is the short address of link {id}, which leads to {url}",
  "row.takenByBioPage": 'is the address of the bio page "{name}"',
  "row.justTaken": "was just given to another link",
  "row.future": "the click lies in the future",
  "row.noLink": 'no link here has the alias "{alias}"',

  // Of one column: why it is left behind, or not whole.
  "column.noField": "not matched to a field; choose one to import it",
  "column.country": "clicks are kept with their country",
  "column.ofLink": "clicks are kept with the link they were on",
  "column.toldOnly": "clicks are told only: an import begins to count anew",
  "column.uncounted": "Waypost doesn't count this",
  "column.changedAt": "History says when a link was changed, from its import on",
  "column.madeBy": "who made a link isn't kept: they are all yours",
  "column.madeFrom": "addresses of those who made links aren't kept",
  "column.banned": "Waypost has no list of banned links",
  "column.reuse": "it says how the product makes links, and nothing of this one",
  "column.bookmarkState": "whether a bookmark was read, shared or a favorite isn't saved",
  "column.qrCode": "QR codes are made anew, each in your own look",
  "column.uniqueClicks": "of clicks before Waypost the total is kept",
  "column.ofPage": "it is part of the page that the visit came from",
  "column.tags": "{links} links had more than {most} tags: the first {most} come",
  "column.long": "{texts} were longer than {most} characters: their beginning comes",
  "column.unreadable":
    "values that can't be read: {cells}, such as “{example}” in line {line}; their links are imported without them",
  "column.unclear":
    "dates that could begin with the day or with the month: {cells}, such as “{example}” in line {line}; their links are imported without them",
  "column.domains": "not registered here: {hosts}; these links get the service's own address",

  // Of a file as a whole: why nothing of it can be read.
  "file.empty": "The file is empty.",
  "file.noRows": "The file has no rows.",
  "file.noBookmarks": "This HTML holds no bookmarks. Browsers export them as one HTML file.",
  "file.tooManyRows":
    "The file has more than {most} rows. Split it, and bring its parts along one by one.",
  "file.notUtf8":
    "a byte here isn't UTF-8. Save the file as UTF-8 (spreadsheets call it “CSV UTF-8”) and try again.",
  "file.utf16": "the UTF-16 of this file is damaged here.",
  "file.deepValues": "values lie more than {most} deep in each other here.",
  "file.noJson": "this isn't JSON from here on.",
  "file.longValue": "one value goes on for more than 1 MiB here.",
  "file.noField": "“{name}” is nothing that a column can be taken for. There are: {fields}.",
  "file.noColumn": "The file has no column “{name}”. It has: {columns}.",
  "file.deepFolders": "folders lie more than {most} deep in each other here.",
  "file.noBookmark": "more than 1 MiB without a bookmark or folder comes before this.",
  "file.longLine": "this line is longer than a row of links can be (1 MiB).",
  "file.longRow":
    "the row that begins in line {begins} goes on for more than 1 MiB: is a quote not closed there?",
  "file.manyColumns": "a table of links has at most {most} columns; this one has {columns}.",
  "file.tooMuchMemory":
    "Reading this file takes more memory than an import can use. Split it, then import the parts.",
  "file.isTable": "This isn't what {format} writes: it is a table.",
  "file.isHtml": "This is HTML, and not what {format} writes.",
  "file.otherJson": "This JSON isn't what {format} writes.",
  "file.unknownJson":
    "This JSON isn't of a product that Waypost reads JSON of (its own, Firefox, Kutt, linkding, Pinboard, TinyURL). An export as CSV can be read from any product.",
  "file.noAddresses":
    "No addresses were found in this file. Waypost reads tables (CSV), lists of addresses, bookmarks, and the exports of other link shorteners.",
  "file.wholeFolder":
    "This is the document of a whole Waypost folder. `waypost restore FILE` brings it back, with a preview first.",
  "file.noLinks": "This export holds no links.",
  "file.archive":
    "This is a zip archive or a spreadsheet (XLSX, ODS), and an import reads one file of text. Of a spreadsheet, save the sheet as CSV. Unpack an archive and import the files in it one by one. A backup of Waypost comes back with `waypost restore FILE`.",
  "file.emptyArchive": "This is an empty zip archive.",
  "file.gzip": "This file is compressed (gzip). Unpack it and import what is in it.",
  "file.compressed": "This file is compressed ({format}). Unpack it first.",
  "file.packed": "This is a {format} archive. Unpack it first.",
  "file.xls": "This is an old Excel file (XLS). Save the sheet as CSV and import that.",
  "file.database": "This is a SQLite database. Export its table of links as CSV and import that.",
  "file.pdf": "This is a PDF. Waypost reads tables, lists and bookmarks.",
  "file.picture": "This is a picture. Waypost reads tables, lists and bookmarks.",

  // Of one record: why a change leaves it as it is.
  "record.notThere": "It is not there.",
  "record.deletedSince": "It has been deleted since.",
  "record.changedSince": "It has been changed since.",
  "record.openToAll":
    "Its password was taken away for good, and without one it would be open to everyone.",
  "record.erased": "It was taken away for good: its hash is kept nowhere.",
  "record.domainGone": "Its domain is not registered any more.",
  "record.aliasKept": 'The alias "{alias}" is kept for the service by now.',
  "record.aliasTaken": 'The alias "{alias}" is another one\'s by now.',
  "record.codeTaken": "Its code is another one's by now.",
  "record.slugTaken": 'The slug "{slug}" is another one\'s by now.',
  "record.nameTaken": 'The name "{name}" is another one\'s by now.',
  "record.domainTaken": "{domain} is registered again by now.",
  "record.ownDomain": "That is the service's own address by now.",
  "record.domainUsed": "Links, bio pages or QR codes still use this domain.",
  "record.loop": "It would lead back to this service.",
  "record.channelGone": "The channel {id} is not there any more.",
  "record.pixelGone": "The pixel {id} is not there any more.",
  "record.campaignGone": "The campaign {id} is not there any more.",
  "record.overlayGone": "The banner or form {id} is not there any more.",
  "record.splashGone": "The splash page {id} is not there any more.",
  "record.manyEntries": "It would have more than {most} {what}.",
  // Of one of its values; `fault`: the kind of fault.
  "record.fault": "{sentence}",

  // Of the service itself, for its owner: what it found when it started, and what is wrong now.
  "service.otherUsers":
    "Other users of this computer can look into {dir}. Waypost's own files there are closed to them.",
  "service.outsideProfile":
    "{dir} lies outside your own folders: Windows may let other users of this computer read what is in it.",
  "service.otherComputer":
    "{dir} looks like a folder on another computer. Locks and syncs can't be relied on there: choose a local folder.",
  "service.syncedBy":
    "{dir} looks like it is synced by {program}. A program that syncs files while they are written can damage them: choose another folder, and sync the backups or an export instead.",
  "service.synced":
    "{dir} looks like a synced folder. A program that syncs files while they are written can damage them: choose another folder, and sync the backups or an export instead.",
  "service.newSecrets": "secrets.json was missing: new secrets were made, with a new API key.",
  "service.withoutJournal":
    "{path} came without {journal}: changes that were made after it was written are not here.",
  "service.madeAgain": "{path} was missing and has been made again from {source}.",
  "service.madeFromJournal": "{path} was missing and has been made again from the journal.",
  "service.renamed":
    '{collection} {id} had the name "{former}" of {otherCollection} {other}: it is "{name}" now.',
  "service.clearPasswords":
    "{path} had passwords in clear text ({records}). They hold, and only their hashes are kept from now on.",
  "service.journalAside":
    "{journal} goes on later than the journal before it ends, as in a copy that was made while Waypost was writing. The history up to there is complete; the rest is kept as {kept}.",
  "service.changedUnknown":
    "{path} was changed by another program and has been taken as it is now. Its former state is not at hand, so what changed can't be listed.",
  "service.changedByHand":
    "{path} was changed by another program and has been taken as it is now: {difference}. The former one is kept as {kept}.",
  "service.layoutByHand":
    "{path} was changed by another program and has been taken as it is now: no record differs, only the layout. The former one is kept as {kept}.",
  "service.tailCut":
    "The last line of {journal} was unfinished or damaged ({bytes} bytes) and has been cut off; a change that was still being saved when Waypost was stopped looks like this. The bytes are kept as {kept}.",
  "service.changedMeanwhile":
    "{path} was changed by another program while Waypost was running. That version is kept as {kept}, and is not part of what Waypost shows. To edit the document by hand, stop Waypost first.",
  "service.foreignKept":
    "{dir} has edits of waypost.json that were made while Waypost was running, in {kept}. They aren't part of your data. To use one, stop Waypost and make the change in waypost.json. Then delete the file, and this message goes away.",
  "service.documentUnwritten":
    "The document could not be written anew ({reason}). Nothing is lost: {journal} and those after it hold the changes.",
  "service.historyUnwritten":
    "What was changed could not be put into the history. It is safe in the journals, which stay until it can ({reason}).",
  "service.historyBeyond":
    "The history in {dir} goes on beyond the document and its journals, as in a copy that was made while Waypost was writing. What it says of later changes, which are not here, was left out.",
  "service.historyUnread": "{path} can't be read and is left out of the history ({reason}).",
  "service.historyDamaged":
    "{path} is damaged. What it still says is told, the rest is left out of the history ({reason}).",
  "service.historyAside":
    "{path} tells of changes that are not in the document and its journals. It is kept under another name.",
  "service.indexMended": "The index of {path} was damaged and has been made again.",
  "service.backupFailed": "Today's backup failed: {reason}.",
  "service.countersDamaged":
    "{path} was damaged ({lines} lines). The counters concerned have been counted anew from the click log.",
  "service.countersLost":
    "{path} was damaged ({lines} lines). The counters concerned have been counted anew from the click log; clicks older than the log that is kept are missing from them.",
  "service.countersUnwritten":
    "The counters could not be written ({reason}); the next start counts them from the click log.",
  "service.clickLine":
    "{path} had a line that is not what was written: it counts no click, and is kept as {kept}.",
  "service.clickLines":
    "{path} had {lines} lines that are not what was written: they count no clicks, and are kept as {kept}.",
  "service.clicksUnsafe":
    "Clicks could not be made safe on disk ({reason}): a power cut may lose the latest ones.",
  "service.clicksUntold": "{clicks} clicks were counted without a line in the click log.",
  "service.diskFull":
    "The disk of {dir} is nearly full. Clicks are counted, but their lines are not written until there is room again.",
  "service.clicksFull":
    "The click files in {dir} have the size that clicks.maxBytes allows. Clicks are counted, but the rest of this month has no lines. Allow more, or delete old clicks with privacy.retentionDays.",
  "service.noCountries":
    "The country database can't be read, so visitors' countries stay unknown: {reason}",
  "service.formFull":
    'The form "{name}" has {answers} of {full} answers. Delete some, or mark them as read: when it is full, the oldest read ones go to {file} in the data folder, and without any its visitors are told that it takes no more.',
  "service.secondMissing":
    "{folder}, the second folder for backups, is not there since {since}. The last copy in it is of {copied}. As soon as it is there again, the next one is made.",
  "service.secondMissingEmpty":
    "{folder}, the second folder for backups, is not there since {since}. There is no copy of this data folder in it yet. As soon as it is there again, the next one is made.",
  "service.secondFull":
    "There is no room left in {folder}, the second folder for backups, since {since}. The last copy in it is of {copied}. Make room there, or choose another folder in the settings (backup.folder).",
  "service.secondFullEmpty":
    "There is no room left in {folder}, the second folder for backups, since {since}. There is no copy of this data folder in it yet. Make room there, or choose another folder in the settings (backup.folder).",
  "service.secondForbidden":
    "Waypost may not write to {folder}, the second folder for backups, since {since} ({reason}). The last copy in it is of {copied}. Give yourself the right to write there, or choose another folder in the settings (backup.folder).",
  "service.secondForbiddenEmpty":
    "Waypost may not write to {folder}, the second folder for backups, since {since} ({reason}). There is no copy of this data folder in it yet. Give yourself the right to write there, or choose another folder in the settings (backup.folder).",
  "service.secondInside":
    "{folder} can't be the second folder for backups: it is the data folder, or in it, and would be lost with it. Choose another one in the settings (backup.folder).",
  "service.secondFailed":
    "No copy could be made in {folder}, the second folder for backups, since {since} ({reason}). The last copy in it is of {copied}. It is tried again each hour.",
  "service.secondFailedEmpty":
    "No copy could be made in {folder}, the second folder for backups, since {since} ({reason}). There is no copy of this data folder in it yet. It is tried again each hour.",

  // Of a backup: what going back to it doesn't bring.
  "restore.clicksStay":
    "The single clicks in it stay there: their sums come along. Restore it into an empty data folder to have both.",
  "restore.nextStart": "Some settings hold from the next start.",
  "restore.needed": "Includes deleted records that the selected ones use: {count}.",
  "restore.taken":
    "Not restored, because something else uses the same alias: {count} ({aliases}). Change that alias first to restore them.",
} as const;

type Sentences = typeof sentences;
export type SentenceCode = keyof Sentences;

export const sentenceCodes: readonly string[] = Object.keys(sentences);

/** Values besides those that its sentence names. */
interface More {
  readonly "record.fault": "fault";
}

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type MoreOf<Code> = Code extends keyof More ? More[Code] : never;

/** Of columns, without values. */
export type PlainColumnCode = {
  [Code in SentenceCode]: NamesIn<Sentences[Code]> extends never ? Code : never;
}[SentenceCode & `column.${string}`];

/** A sentence by its code, what it says it of, and how it reads in English. */
export interface Said {
  readonly code: SentenceCode;
  readonly values: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** Values that grow large, in which English marks the thousands; ids and lines are read as they are. */
const grouped: ReadonlySet<string> = new Set(["answers", "clicks", "full"]);

function inEnglish(name: string, value: string | number | undefined): string {
  return grouped.has(name) ? (value ?? "").toLocaleString("en") : String(value);
}

/** The values are those that the sentence names. */
export function say<Code extends SentenceCode>(
  code: Code,
  ...[values]: NamesIn<Sentences[Code]> extends never
    ? []
    : [Readonly<Record<NamesIn<Sentences[Code]> | MoreOf<Code>, string | number>>]
): Said {
  const named: Said["values"] = values ?? {};
  const message = sentences[code].replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    inEnglish(name, named[name]),
  );
  return { code, values: named, message };
}
