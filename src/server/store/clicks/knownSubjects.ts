import { type Subject, subjectKey } from "../store.ts";

/** As many as the links of a large store: all of them may be deleted, and come back. */
const mostDeleted = 100_000;

/**
 * Tells whose clicks count when they come from a file: those of links and QR codes that there are,
 * and of so many that there were. A file can name millions, and each of them would take up memory.
 */
export function createKnownSubjects(subjects: {
  readonly exists: (subject: Subject) => boolean;
  /** Whether there is or was such a link or QR code. */
  readonly wasGiven: (subject: Subject) => boolean;
}): (subject: Subject) => boolean {
  const deleted = new Set<number>();
  return (subject) => {
    if (subjects.exists(subject)) return true;
    const key = subjectKey(subject);
    if (deleted.has(key)) return true;
    if (deleted.size >= mostDeleted || !subjects.wasGiven(subject)) return false;
    deleted.add(key);
    return true;
  };
}
