import { countIn, englishText, type MessageValues, type NamesIn } from "./messageText.ts";

/**
 * What Waypost says of rows, files, records, backups and itself, in English. Every message has a code, by which
 * callers can show a text of their own. `{{name}}` stands for a value. A text with a count has the forms
 * `_one` and `_other`; the first number among its values decides.
 */
export const messages = {
  // One row of a file: why it can't be imported.
  "row.cut": "The file ends in the middle of this row. The rest of the file is missing.",
  "row.cells":
    "The number of cells in this row ({{cells}}) differs from the number of columns ({{columns}}). A cell with a comma may need quotes.",
  "row.noObject": "This isn’t a link object.",
  "row.forbiddenKey": "Remove the key “__proto__” from this object.",
  "row.nul": "Remove the NUL character from this row.",
  "row.date": "“{{cell}}” isn’t a date.",
  "row.short": "“{{cell}}” isn’t a short link.",
  "row.shortEmpty": "The short link has nothing after its domain.",
  "row.noAddress": "This row has no destination URL.",
  "row.severalAddresses": "This cell has several URLs. Put each URL on its own line.",
  "row.noShort": "This row has no short link.",
  "row.noDate": "This row has no date.",
  "row.dayOrMonth": "Choose whether the day or the month comes first.",
  "row.addressMissing": "Enter a destination URL.",
  "row.addressLong": "The destination URL has more than {{most}} characters.",
  "row.address": "Enter a full URL that starts with http:// or https://.",
  "row.loop": "This is a short link of this Waypost, so the link would redirect in a loop.",
  "row.aliasReserved": "This alias is reserved.",
  "row.aliasShort_one": "The alias needs at least {{least}} character.",
  "row.aliasShort_other": "The alias needs at least {{least}} characters.",
  "row.aliasLong": "The alias has more than {{most}} characters.",
  "row.aliasCharacters": "An alias can only have letters, digits, - and _.",
  "row.aliasTwice": "Line {{other}} has the same short link.",
  "row.takenByLink": "Link {{id}} already has this alias. Its destination is {{url}}.",
  "row.takenByBioPage": "The bio page “{{name}}” already has this alias.",
  "row.justTaken": "Another link was just given this alias.",
  "row.future": "The click is in the future.",
  "row.noLink": "No link has the alias “{{alias}}”.",

  // One column: why it isn't imported, or not completely.
  "column.noField": "This column isn’t matched to a field. Choose a field to import the column.",
  "column.country": "Clicks are stored only with their country.",
  "column.ofLink": "Clicks are stored with their link.",
  "column.toldOnly": "This isn’t imported. Imported links start counting from zero.",
  "column.uncounted": "Waypost doesn’t count this.",
  "column.changedAt": "History shows when a link was changed, starting with its import.",
  "column.madeBy": "Waypost doesn’t store who created a link. All links are yours.",
  "column.madeFrom": "Waypost doesn’t store the IP address that created a link.",
  "column.banned": "Waypost has no list of banned links.",
  "column.reuse": "This describes how the other product creates links, not this link.",
  "column.bookmarkState":
    "Waypost doesn’t store whether a bookmark was read, shared or a favorite.",
  "column.qrCode": "QR codes are created again, with your own design.",
  "column.uniqueClicks": "Only the total is stored for clicks from before the import.",
  "column.ofPage": "This is part of the page that the visitor came from.",
  "column.tags_one": "{{links}} link had more than {{most}} tags. The first {{most}} are imported.",
  "column.tags_other":
    "{{links}} links had more than {{most}} tags. The first {{most}} are imported.",
  "column.newNames_one":
    "Waypost creates only the first {{most}} new entries. {{links}} link is imported without the other entries.",
  "column.newNames_other":
    "Waypost creates only the first {{most}} new entries. {{links}} links are imported without the other entries.",
  "column.noNewTags_one":
    "There’s no room for new tags. {{links}} link is imported with existing tags only. To make room, delete unused tags.",
  "column.noNewTags_other":
    "There’s no room for new tags. {{links}} links are imported with existing tags only. To make room, delete unused tags.",
  "column.noNewNames_one":
    "There’s no room for new entries. {{links}} link is imported with existing entries only. To make room, delete unused entries.",
  "column.noNewNames_other":
    "There’s no room for new entries. {{links}} links are imported with existing entries only. To make room, delete unused entries.",
  "column.manyChannels_one":
    "The links of this file have more than {{most}} channels in total. {{links}} link is imported without channels.",
  "column.manyChannels_other":
    "The links of this file have more than {{most}} channels in total. {{links}} links are imported without channels.",
  "column.long_one":
    "{{texts}} text was longer than {{most}} characters. Only the first {{most}} characters are imported.",
  "column.long_other":
    "{{texts}} texts were longer than {{most}} characters. Only the first {{most}} characters are imported.",
  "column.unreadable":
    "Values that can’t be read: {{cells}}, such as “{{example}}” in line {{line}}. The links are imported without these values.",
  "column.unclear":
    "Dates that could start with the day or the month: {{cells}}, such as “{{example}}” in line {{line}}. The links are imported without these values.",
  "column.unsupported":
    "Values without an equivalent in Waypost: {{cells}}, such as “{{example}}” in line {{line}}. The links are imported without these values.",
  "column.missing":
    "Links whose redirect rules aren’t in this file: {{cells}}, the first in line {{line}}. To import the rules, add each link’s redirectRules from Shlink’s API.",
  "column.fromZero":
    "Links with a click limit and clicks from before the import: {{cells}}, such as “{{example}}” in line {{line}}. In Waypost, these limits start from zero.",
  "column.described": "Other columns have the same information.",
  "column.elsewhere": "Waypost has no equivalent of this column.",
  "column.domains":
    "Domains that you haven’t added: {{hosts}}. Their links use Waypost’s own address.",

  // A file as a whole: why nothing can be read.
  "file.empty": "The file is empty.",
  "file.noRows": "The file has no rows.",
  "file.noBookmarks": "This HTML file has no bookmarks. Browsers export them as one HTML file.",
  "file.tooManyRows":
    "The file has more than {{most}} rows. Split the file, then import the parts one by one.",
  "file.tooManyKnown":
    "More than {{most}} clicks were imported before, too many to compare this file with. Undo an import of clicks, then try again.",
  "file.notUtf8":
    "A byte here isn’t UTF-8. Save the file as UTF-8 (spreadsheets call it “CSV UTF-8”) and try again.",
  "file.utf16": "The UTF-16 text of this file is damaged here.",
  "file.deepValues": "Values are nested more than {{most}} levels deep here.",
  "file.noJson": "From here on, this isn’t JSON.",
  "file.longValue": "One value here is longer than 1 MiB.",
  "file.noField":
    "“{{name}}” isn’t a field that a column can be matched to. Choose one of {{fields}}.",
  "file.noColumn": "The file has no column “{{name}}”. Its columns are {{columns}}.",
  "file.deepFolders": "Folders are nested more than {{most}} levels deep here.",
  "file.noBookmark": "More than 1 MiB of text before this line has no bookmark or folder.",
  "file.longLine": "This line is longer than 1 MiB, the limit for a row.",
  "file.longRow":
    "The row that starts in line {{begins}} is longer than 1 MiB. A closing quote may be missing there.",
  "file.manyColumns": "A table can have at most {{most}} columns. This table has {{columns}}.",
  "file.tooSlow":
    "Reading this file takes too long, so Waypost stopped. Split the file into smaller files.",
  "file.tooMuchMemory":
    "Reading this file takes more memory than an import can use. Split the file, then import the parts.",
  "file.isTable": "This isn’t a {{format}} file. It’s a table.",
  "file.isHtml": "This is HTML, not a {{format}} file.",
  "file.otherJson": "This JSON isn’t a {{format}} file.",
  "file.unknownJson":
    "Waypost doesn’t recognize this JSON. Waypost reads JSON from Waypost, Dub, Firefox, Kutt, linkding, Linketry, Pinboard, Shlink, Short.io, spoo.me and TinyURL, and CSV exports from any product.",
  "file.noAddresses":
    "This file has no URLs. Waypost reads tables (CSV), lists of URLs, bookmarks, and the exports of other link shorteners.",
  "file.wholeFolder":
    "This is a backup of everything. Restore it under Backups or with `waypost restore FILE`. Both show a preview first.",
  "file.noLinks": "This export has no links.",
  "file.archive":
    "This is a zip archive or a spreadsheet (XLSX, ODS), but Waypost imports only text files. Save the sheet as CSV, or unpack the archive and import its files one by one. To restore a Waypost backup, go to Backups or use `waypost restore FILE`.",
  "file.emptyArchive": "This zip archive is empty.",
  "file.gzip": "This file is compressed (gzip). Unpack the file, then import its contents.",
  "file.compressed": "This file is compressed ({{format}}). Unpack the file first.",
  "file.packed": "This is a {{format}} archive. Unpack the archive first.",
  "file.xls": "This is an old Excel file (XLS). Save the sheet as CSV, then import the CSV file.",
  "file.database":
    "This is a SQLite database. Export its table of links as CSV, then import the CSV file.",
  "file.pdf": "This is a PDF. Waypost reads tables, lists and bookmarks.",
  "file.picture": "This is an image. Waypost reads tables, lists and bookmarks.",

  // One record: why a change leaves it as it is.
  "record.notThere": "This doesn’t exist.",
  "record.deletedSince": "This has been deleted since.",
  "record.changedSince": "This has been changed since.",
  "record.openToAll":
    "The password was permanently deleted. Without a password, anyone could open the link.",
  "record.erased": "The password was permanently deleted. Waypost no longer stores its hash.",
  "record.unusable": "History has a value for this that Waypost can’t use.",
  "record.domainGone": "The domain is no longer registered.",
  "record.aliasKept": "The alias “{{alias}}” is now reserved.",
  "record.aliasTaken": "The alias “{{alias}}” is now used by something else.",
  "record.codeTaken": "The code is now used by something else.",
  "record.slugTaken": "The slug “{{slug}}” is now used by another campaign.",
  "record.tooMany": "There are already {{most}} {{collection}}. Delete some first.",
  "record.nameTaken": "The name “{{name}}” is now used by something else.",
  "record.domainTaken": "{{domain}} has been registered again.",
  "record.ownDomain": "This domain is now Waypost’s own address.",
  "record.domainUsed": "Links, bio pages or QR codes still use this domain.",
  "record.loop": "The link would redirect in a loop.",
  "record.channelGone": "Channel {{id}} no longer exists.",
  "record.pixelGone": "Pixel {{id}} no longer exists.",
  "record.campaignGone": "Campaign {{id}} no longer exists.",
  "record.overlayGone": "Overlay {{id}} no longer exists.",
  "record.splashGone": "Splash page {{id}} no longer exists.",
  "record.ruleTaken": "The link already has a rule named “{{name}}”.",
  "record.manyEntries": "This would have more than {{most}} {{what}}.",
  // A value of it; `fault` says what kind of fault.
  "record.fault": "{{sentence}}",

  // Waypost itself: what it found when it started, and what is wrong now.
  "service.otherUsers":
    "Other users of this computer can list the files in {{dir}}. They can’t read Waypost’s own files there.",
  "service.outsideProfile":
    "{{dir}} is outside your own folders. Windows may let other users of this computer read the files in it.",
  "service.otherComputer":
    "{{dir}} looks like a folder on another computer. Waypost can’t reliably lock and save files there. Choose a local folder.",
  "service.syncedBy":
    "{{dir}} looks like it’s synced by {{program}}. Syncing files while they’re being written can damage them. Choose another folder, and sync the backups or an export instead.",
  "service.synced":
    "{{dir}} looks like a synced folder. Syncing files while they’re being written can damage them. Choose another folder, and sync the backups or an export instead.",
  "service.keysDamaged":
    "Waypost couldn’t read {{file}} and saved it as {{aside}}. Create your programs’ keys again.",
  "service.foreignMoreKeys":
    "This data folder was moved, copied or created by someone else, so some of its keys don’t work. Renew the keys you need.",
  "service.pendingDamaged":
    "Waypost couldn’t read {{file}}, which contains the changes that assistants suggested. The file was saved as {{aside}}.",
  "service.foreignPending":
    "This data folder was moved, copied or created by someone else, and your assistants didn’t suggest the changes in {{file}}. These changes were saved as {{aside}} and can’t be accepted.",
  "service.webhookWarned":
    "The webhook “{{name}}” has failed {{count}} times in a row. Automation shows why.",
  "service.webhookGone":
    "The webhook “{{name}}” is off, because its receiver answered that the URL no longer exists (410).",
  "service.webhookFailing":
    "The webhook “{{name}}” is off, because nothing could be delivered for 5 days. Check the receiver, then turn the webhook on again.",
  "service.webhookForeign":
    "The webhook “{{name}}” is off, because this folder was copied or moved. Turn the webhook on again to send events from this folder.",
  "service.newSecrets":
    "secrets.json was missing. Waypost created new secrets, including a new API key. Update the programs that use the old key.",
  "service.foreignKeys":
    "This data folder comes from another computer, another user or an earlier version of Waypost. Others may know its API key. If you didn’t create the folder yourself, replace the key with “waypost key --renew”. Visitors have to enter link passwords again.",
  "service.withoutJournal":
    "{{journal}} was missing. Changes made after {{path}} was written are lost.",
  "service.madeAgain": "{{path}} was missing and has been recreated from {{source}}.",
  "service.madeFromJournal": "{{path}} was missing and has been recreated from the journal.",
  "service.renamed":
    "“{{former}}” was the name of two records: {{otherCollection}} {{other}} and {{collection}} {{id}}. The second record is now called “{{name}}”.",
  "service.clearPasswords":
    "{{path}} had passwords in clear text ({{records}}). The passwords still work, and Waypost now stores only their hashes.",
  "service.journalAside":
    "{{journal}} doesn’t continue where the previous journal ends, probably because the folder was copied while Waypost was running. The history is complete up to that point. The rest was saved as {{kept}}.",
  "service.changedUnknown":
    "{{path}} was changed by another program and is used as it is now. The previous version isn’t available, so Waypost can’t list the changes.",
  "service.changedByHand":
    "{{path}} was changed by another program and is used as it is now: {{difference}}. The previous version was saved as {{kept}}.",
  "service.layoutByHand":
    "{{path}} was changed by another program and is used as it is now. Only the layout changed, not the records. The previous version was saved as {{kept}}.",
  "service.tailCut_one":
    "The last line of {{journal}} was incomplete or damaged ({{bytes}} byte) and was removed. This happens when Waypost is stopped while it saves a change. The removed part was saved as {{kept}}.",
  "service.tailCut_other":
    "The last line of {{journal}} was incomplete or damaged ({{bytes}} bytes) and was removed. This happens when Waypost is stopped while it saves a change. The removed part was saved as {{kept}}.",
  "service.changedMeanwhile":
    "{{path}} was changed by another program while Waypost was running. That version was saved as {{kept}} and isn’t used. To edit the file by hand, stop Waypost first.",
  "service.settingsWait":
    "Some settings were set in another folder, with an earlier version, by hand or by someone else, so Waypost doesn’t use them: {{settings}}. To use a setting, set it again in Settings or with “waypost settings set”. To remove a setting, use “waypost settings unset”.",
  "service.foreignAddress":
    "Short links start with {{address}}, which was set in another folder, with an earlier version, by hand or by someone else. If the address is yours, confirm it with “waypost settings set baseUrl {{address}}”. If it isn’t, change the address before you share links. Otherwise, visitors would go to the address’s owner.",
  "service.foreignKept":
    "{{dir}} contains edits to waypost.json that were made while Waypost was running, in {{kept}}. They aren’t part of your data. To use an edit, stop Waypost and make the change in waypost.json. Then delete the file, and this message goes away.",
  "service.documentUnwritten":
    "waypost.json couldn’t be written ({{reason}}). Nothing is lost: the changes are in {{journal}} and later journals.",
  "service.historyUnwritten":
    "Changes couldn’t be added to History ({{reason}}). They’re safe in the journals until Waypost can add them.",
  "service.databaseFromCopy":
    "{{path}} was damaged. It was saved as {{kept}}, and restored from yesterday’s copy and the journals since then.",
  "service.databaseAnew":
    "{{path}} was damaged. It was saved as {{kept}}, and Waypost created a new file from the journals.",
  "service.historyBeyond":
    "The history in {{dir}} is newer than waypost.json and its journals, probably because the folder was copied while Waypost was running. The later changes aren’t included.",
  "service.backupFailed": "Today’s backup failed: {{reason}}.",
  "service.countersDamaged_one":
    "{{path}} was damaged ({{lines}} line). Waypost recounted the affected totals from the click log.",
  "service.countersDamaged_other":
    "{{path}} was damaged ({{lines}} lines). Waypost recounted the affected totals from the click log.",
  "service.countersLost_one":
    "{{path}} was damaged ({{lines}} line). Waypost recounted the affected totals from the click log. The totals don’t include clicks that are older than the log.",
  "service.countersLost_other":
    "{{path}} was damaged ({{lines}} lines). Waypost recounted the affected totals from the click log. The totals don’t include clicks that are older than the log.",
  "service.countersUnwritten":
    "The totals couldn’t be written ({{reason}}). Waypost will recount them from the click log at the next start.",
  "service.clickLine":
    "{{path}} had a damaged line. Waypost saved the line as {{kept}} and doesn’t count it as a click.",
  "service.clickLines":
    "{{path}} had {{lines}} damaged lines. Waypost saved the lines as {{kept}} and doesn’t count them as clicks.",
  "service.clicksUnknown_one":
    "{{lines}} click or total in {{dir}} isn’t counted. Its link or QR code doesn’t exist.",
  "service.clicksUnknown_other":
    "{{lines}} clicks or totals in {{dir}} aren’t counted. Their links or QR codes don’t exist.",
  "service.clicksUncounted_one":
    "Clicks from {{imports}} import aren’t counted, because Waypost has too little memory. Delete links you no longer need, then start Waypost again.",
  "service.clicksUncounted_other":
    "Clicks from {{imports}} imports aren’t counted, because Waypost has too little memory. Delete links you no longer need, then start Waypost again.",
  "service.clicksUnsafe":
    "Clicks couldn’t be saved to disk ({{reason}}). A power failure could lose the latest clicks.",
  "service.clicksUntold_one": "{{clicks}} click was counted, but isn’t in the click log.",
  "service.clicksUntold_other": "{{clicks}} clicks were counted, but aren’t in the click log.",
  "service.diskFull":
    "The disk with {{dir}} is nearly full. Clicks are counted, but not logged until there’s free space again.",
  "service.clicksFull":
    "The click log in {{dir}} has reached the size set by clicks.maxBytes. Clicks are counted, but not logged for the rest of this month. Allow a larger log, or delete old clicks with privacy.retentionDays.",
  "service.noCountries":
    "The country database can’t be read, so visitors’ countries stay unknown: {{reason}}",
  "service.formFull":
    "The form “{{name}}” has {{answers}} of {{full}} messages. Delete some messages or mark them as read. When the form is full, the oldest read messages move to {{file}} in the data folder. If there are no read messages, visitors can’t send more messages.",
  "service.formFileFull":
    "The form “{{name}}” is full, and {{file}} in the data folder can’t take more messages. Delete messages of the form, move the file elsewhere, or free some disk space. Until then, visitors can’t send more, and messages wait in the always-on copy.",
  "service.secondMissing":
    "{{folder}}, the second backup folder, has been missing since {{since}}. Its last copy is from {{copied}}. Waypost creates the next copy when the folder is back.",
  "service.secondMissingEmpty":
    "{{folder}}, the second backup folder, has been missing since {{since}}. It has no copy of this data folder yet. Waypost creates the next copy when the folder is back.",
  "service.secondFull":
    "{{folder}}, the second backup folder, has been full since {{since}}. Its last copy is from {{copied}}. Free some space, or choose another folder in the settings (backup.folder).",
  "service.secondFullEmpty":
    "{{folder}}, the second backup folder, has been full since {{since}}. It has no copy of this data folder yet. Free some space, or choose another folder in the settings (backup.folder).",
  "service.secondForbidden":
    "Waypost hasn’t had permission to write to {{folder}}, the second backup folder, since {{since}} ({{reason}}). The folder’s last copy is from {{copied}}. Allow writing there, or choose another folder in the settings (backup.folder).",
  "service.secondForbiddenEmpty":
    "Waypost hasn’t had permission to write to {{folder}}, the second backup folder, since {{since}} ({{reason}}). The folder has no copy of this data folder yet. Allow writing there, or choose another folder in the settings (backup.folder).",
  "service.secondInside":
    "{{folder}} can’t be the second backup folder. That folder is the data folder or inside it, so both would be lost together. Choose another folder in the settings (backup.folder).",
  "service.secondFailed":
    "Copies to {{folder}}, the second backup folder, have failed since {{since}} ({{reason}}). The folder’s last copy is from {{copied}}. Waypost tries again every hour.",
  "service.secondFailedEmpty":
    "Copies to {{folder}}, the second backup folder, have failed since {{since}} ({{reason}}). The folder has no copy of this data folder yet. Waypost tries again every hour.",

  // A backup: what restoring it leaves out, and what it makes public.
  "restore.clicksStay":
    "Restoring adds the totals, not the click log. Restore into an empty data folder to get both.",
  "restore.nextStart": "Some settings take effect after a restart.",
  "restore.tooMany":
    "Not restored ({{count}}), because there can be at most {{most}} {{collection}}.",
  "restore.unusable":
    "Not restored, because a required field can’t be used: {{count}} ({{records}}).",
  "restore.unusableFields":
    "Restored without fields whose address can’t be used: {{count}} ({{records}}).",
  "restore.foreignFields":
    "Restored without fields that refer to missing records, or to different records here than in the backup: {{count}} ({{records}}).",
  "restore.settingsStay":
    "Not restored, because these settings decide who reaches Waypost, where data goes or how long data is kept: {{names}}. Change these settings yourself, or name them when you restore.",
  "restore.publicStatistics":
    "After the restore, everyone can see the statistics of these links: {{count}} ({{aliases}}).",
  "restore.publicCampaigns":
    "After the restore, visitors can open these campaigns: {{count}} ({{names}}).",
  "restore.needed": "Includes deleted records that the selected records use: {{count}}.",
  "restore.taken":
    "Not restored, because something else uses the same alias: {{count}} ({{aliases}}). Change that alias first to restore them.",
} as const;

type Messages = typeof messages;
export type MessageCode = WithoutForm<keyof Messages>;

/** Without the forms of counts. */
export const messageCodes: readonly string[] = [
  ...new Set(Object.keys(messages).map((key) => key.replace(/_(one|other)$/, ""))),
];

type WithoutForm<Key extends string> = Key extends `${infer Code}_${"one" | "other"}` ? Code : Key;

/** The values that the text of a code names. */
type NamesOf<Code extends MessageCode> = {
  [Key in keyof Messages]: WithoutForm<Key> extends Code ? NamesIn<Messages[Key]> : never;
}[keyof Messages];

/** Columns' messages without values. */
export type PlainColumnCode = {
  [Code in MessageCode]: NamesOf<Code> extends never ? Code : never;
}[MessageCode & `column.${string}`];

/** A message with its code and its values, as it reads in English. */
export interface Message {
  readonly code: MessageCode;
  readonly values: MessageValues;
  readonly message: string;
}

/** At least the values that the text names. */
export function message<Code extends MessageCode>(
  code: Code,
  ...[values = {}]: [NamesOf<Code>] extends [never]
    ? [values?: MessageValues]
    : [Readonly<Record<NamesOf<Code>, string | number>> & MessageValues]
): Message {
  const texts: Readonly<Record<string, string>> = messages;
  const form = countIn(values) === 1 ? "one" : "other";
  const text = texts[code] ?? texts[`${code}_${form}`] ?? "";
  return { code, values, message: englishText(text, values) };
}
