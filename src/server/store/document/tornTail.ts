import { join } from "node:path";
import { type Message, message } from "../../../contract/messages.ts";
import type { FileSystem } from "../fileSystem.ts";
import { replaceFile } from "../fileSystem.ts";
import { journalName } from "./journal.ts";
import type { ReadJournal } from "./readJournals.ts";

interface Cutting {
  readonly files: FileSystem;
  readonly dir: string;
  readonly warn: (said: Message) => void;
  /** Distinguishes files that are kept aside at this start from those of others. */
  readonly stamp: string;
}

/** Cuts off what was still being saved when the service ended; its very bytes are kept beside. */
export async function cutTornTail(cutting: Cutting, journal: ReadJournal): Promise<void> {
  const { files, dir, warn, stamp } = cutting;
  if (journal.tail.length === 0) return;
  const name = journalName(journal.number);
  const kept = `${name}.cut-${stamp}`;
  await replaceFile(files, join(dir, kept), journal.tail);
  const descriptor = await files.open(join(dir, name), "r+");
  try {
    files.truncateNow(descriptor, journal.good);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  warn(message("service.tailCut", { journal: name, bytes: journal.tail.length, kept }));
}
