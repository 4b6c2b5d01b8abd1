import { type Message, message } from "../../../contract/messages/messages.ts";
import type { ContactAnswerRecord } from "../../store/records.ts";
import type { Change } from "../../store/store.ts";
import {
  type ContactFields,
  mostOfHour,
  mostOfOverlay,
  mostOfVisitor,
  triesTime,
} from "./contactForm.ts";
import { createPauses, filteredPage, type PageOf } from "../../common/paging.ts";
import { NotFound, StoreFailed, StoreFull } from "../../common/problems.ts";
import { type ListRequest, pageOf } from "../../common/resources.ts";
import { createSearch } from "../../common/search.ts";
import { createSlidingWindow } from "../../common/slidingWindow.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import { answersIn, type DrainedAnswers } from "../../store/mirrorInbox/takenAnswers.ts";
import type { App } from "../../common/context.ts";

export type ContactSubmission = ContactAnswerRecord;

/** Answers that an overlay has when the owner is told. */
const manyOfOverlay = 9_000;
/** Records that one commit takes out, and that make room at once when an overlay is full. */
const batch = 500;

export interface GivenAnswer {
  readonly overlay: number;
  readonly link: number;
  readonly fields: ContactFields;
  /** Keyed hash of the visitor's network; no address is kept. Null: it can't be known. */
  readonly visitor: string | null;
}

/** `full`: the overlay keeps no more. `tooMany`, `busy`: this visitor, or all together, gave enough for now. */
export type ContactOutcome = "kept" | "full" | "tooMany" | "busy";

export type InboxRequest = ListRequest & {
  readonly overlay?: number | undefined;
  readonly isRead?: boolean | undefined;
};

interface AnswerCounts {
  readonly answers: number;
  readonly unread: number;
}

export interface ContactSubmissions {
  add(answer: GivenAnswer): Promise<ContactOutcome>;
  /**
   * Keeps the answers that a mirror took, each exactly once, and resolves with how many when they are
   * safe on disk. Those to a form that is gone are passed over.
   */
  take(drained: DrainedAnswers): Promise<number>;
  /** The last id of a mirror's database that is safe here; 0: none. */
  takenUpTo(database: string): number;
  /** Newest first. */
  page(overlay: number, request: ListRequest): Promise<PageOf<ContactSubmission>>;
  /** Those of all overlays, newest first. */
  inbox(request: InboxRequest): Promise<PageOf<ContactSubmission>>;
  /** The same one after the other. */
  all(request: Omit<InboxRequest, "page" | "limit">): AsyncIterable<ContactSubmission>;
  /** How many an overlay has. */
  countsOf(overlay: number): AnswerCounts;
  /** Over all overlays. */
  unread(): number;
  /** Refuses an id that names none of this overlay. */
  remove(overlay: number, id: number): Promise<void>;
  /** Those of the ids that name some of this overlay's; how many there were. */
  removeMany(overlay: number, ids: readonly number[]): Promise<number>;
  /** As removeMany. Read ones make room when an overlay is full. */
  mark(overlay: number, ids: readonly number[], isRead: boolean): Promise<number>;
  /** As removeMany and mark, whichever overlays they belong to. */
  removeSome(ids: readonly number[]): Promise<number>;
  markSome(
    ids: readonly number[],
    isRead: boolean,
  ): Promise<{ readonly answers: number; readonly changed: number[] }>;
  /** Along with a deleted overlay. */
  removeAll(overlay: number): Promise<void>;
  /** After something else has changed the answers. */
  readAgain(): void;
  /** What the owner should be told. */
  notices(): Message[];
}

/** Where the oldest read answers of a full overlay go. */
function asideName(overlay: number): string {
  return `contact-answers-${overlay}.ndjson`;
}

export function createContactSubmissions(app: Pick<App, "store" | "clock">): ContactSubmissions {
  const { store, clock } = app;
  const table = store.table("contactAnswers");
  const overlays = store.table("overlays");
  /** Ids by overlay, oldest first. */
  const ofOverlay = new Map<number, Set<number>>();
  const visitorTries = createSlidingWindow({ clock, most: mostOfVisitor, time: triesTime });
  const overlayTries = createSlidingWindow({ clock, most: mostOfHour, time: triesTime });
  /** Made anew by whoever asks after a change. */
  let counts: ReadonlyMap<number, AnswerCounts> | null = null;
  /** Overlays of which some are being put aside. */
  const clearing = new Map<number, Promise<void>>();
  /** Overlays whose file took no more when it was last written. */
  const withFullFile = new Set<number>();
  const taking = createTaskQueue();

  function readAgain(): void {
    counts = null;
    ofOverlay.clear();
    for (const { id, overlay } of table.values()) idsOf(overlay).add(id);
  }

  readAgain();
  for (const { overlay, visitor, createdAt } of table.values()) {
    const at = Date.parse(createdAt);
    overlayTries.remember(String(overlay), at);
    if (visitor !== "") visitorTries.remember(visitor, at);
  }

  function idsOf(overlay: number): Set<number> {
    const ids = ofOverlay.get(overlay) ?? new Set();
    ofOverlay.set(overlay, ids);
    return ids;
  }

  function answersOf(overlay: number, ids: readonly number[]): ContactSubmission[] {
    if (overlays.get(overlay) === undefined) throw new NotFound("Overlay does not exist.");
    return found(ids).filter((answer) => answer.overlay === overlay);
  }

  /** What visitors wrote of themselves is gone when it is deleted: it stays in no history. */
  async function commit(changes: readonly Change[]): Promise<void> {
    const safe = store.commit(changes, { isLearned: true });
    counts = null;
    await safe.finally(() => {
      counts = null;
    });
  }

  function countsNow(): ReadonlyMap<number, AnswerCounts> {
    if (counts !== null) return counts;
    const made = new Map<number, AnswerCounts>();
    for (const answer of table.values()) {
      const { answers, unread } = made.get(answer.overlay) ?? noAnswers;
      const more = isRead(answer) ? 0 : 1;
      made.set(answer.overlay, { answers: answers + 1, unread: unread + more });
    }
    counts = made;
    return made;
  }

  function found(ids: readonly number[]): ContactSubmission[] {
    return [...new Set(ids)].flatMap((id) => table.get(id) ?? []);
  }

  async function markAll(answers: readonly ContactSubmission[], wanted: boolean): Promise<void> {
    await commitMany(
      answers
        .filter((answer) => isRead(answer) !== wanted)
        .map((answer) => ({
          put: "contactAnswers",
          record: { ...answer, isRead: wanted ? true : undefined },
        })),
    );
  }

  /** Whether an answer is asked for. */
  function conditionOf({
    overlay,
    isRead: wanted,
    q,
  }: Omit<InboxRequest, "page" | "limit">): (answer: ContactSubmission) => boolean {
    const finds = createSearch(q);
    return (answer) =>
      (overlay === undefined || answer.overlay === overlay) &&
      (wanted === undefined || isRead(answer) === wanted) &&
      (finds === undefined || finds(wordsOf(answer)));
  }

  /** Of the form as well: people look for what came from it. */
  function wordsOf({ fields, overlay }: ContactSubmission): (string | undefined)[] {
    return [...Object.values(fields), overlays.get(overlay)?.name];
  }

  async function commitMany(changes: readonly Change[]): Promise<void> {
    for (let start = 0; start < changes.length; start += batch) {
      await commit(changes.slice(start, start + batch));
    }
  }

  async function takeOut(answers: readonly ContactSubmission[]): Promise<void> {
    await commitMany(answers.map(({ id }) => ({ remove: "contactAnswers", id })));
    for (const { id, overlay } of answers) ofOverlay.get(overlay)?.delete(id);
  }

  async function removeAll(overlay: number): Promise<void> {
    const ids = [...idsOf(overlay)];
    ofOverlay.delete(overlay);
    withFullFile.delete(overlay);
    await commitMany(ids.map((id) => ({ remove: "contactAnswers", id })));
    await store.removeAside(asideName(overlay));
  }

  /** No stranger closes a form: what the owner has read goes into a file, the oldest first. */
  async function putReadAside(overlay: number): Promise<void> {
    const read = [...idsOf(overlay)].flatMap((id) => table.get(id) ?? []).filter(isRead);
    const oldest = read.slice(0, batch);
    if (oldest.length === 0) return;
    const isAside = await putAside(
      overlay,
      oldest.map(({ id, link, fields, createdAt }) => ({ id, link, ...fields, createdAt })),
    );
    if (isAside) await takeOut(oldest);
  }

  /** False: there is no room for them, which the owner is told. */
  async function putAside(overlay: number, lines: readonly object[]): Promise<boolean> {
    try {
      await store.appendSidecar(asideName(overlay), lines);
      withFullFile.delete(overlay);
      return true;
    } catch (error) {
      if (!(error instanceof StoreFull)) throw error;
      withFullFile.add(overlay);
      return false;
    }
  }

  async function take(drained: DrainedAnswers): Promise<number> {
    const { database, upTo } = drained;
    if (!Number.isSafeInteger(upTo))
      throw new StoreFailed("The ids of the always-on copy aren't numbers.");
    const former = store.takenAnswers.upTo(database);
    const received = [...answersIn(drained, former, clock())].filter(
      ({ overlay }) => overlays.get(overlay) !== undefined,
    );
    for (const overlay of new Set(received.map((answer) => answer.overlay)))
      await makeRoom(overlay);
    const accepted: ContactSubmission[] = [];
    const beyond = new Map<number, object[]>();
    for (const answer of received) {
      const ids = idsOf(answer.overlay);
      if (ids.size >= mostOfOverlay) {
        const { overlay, link, fields, createdAt } = answer;
        const lines = beyond.get(overlay) ?? [];
        beyond.set(overlay, lines);
        lines.push({ link, ...fields, createdAt });
      } else {
        const record = { id: store.nextId("contactAnswers"), ...answer };
        ids.add(record.id);
        accepted.push(record);
      }
    }
    const giveBack = () => {
      for (const { id, overlay } of accepted) idsOf(overlay).delete(id);
    };
    await putUnreadAside(beyond).catch((error: unknown) => {
      giveBack();
      throw error;
    });
    // All or none: what they say of themselves mends a crash before the last step.
    await commit(accepted.map((record) => ({ put: "contactAnswers", record }))).catch(
      (error: unknown) => {
        giveBack();
        throw error;
      },
    );
    await store.takenAnswers.keep(database, Math.max(upTo, former));
    return received.length;
  }

  /**
   * Who wrote them was thanked already: a full form sends nobody's words away, and where there is no
   * room they wait in the mirror. After a crash they may stand there twice.
   */
  async function putUnreadAside(beyond: ReadonlyMap<number, readonly object[]>): Promise<void> {
    for (const [overlay, lines] of beyond) {
      if (!(await putAside(overlay, lines)))
        throw new StoreFull(`There's no room for more messages in ${asideName(overlay)}.`);
    }
  }

  async function makeRoom(overlay: number): Promise<void> {
    if (idsOf(overlay).size < mostOfOverlay) return;
    const running = clearing.get(overlay) ?? putReadAside(overlay);
    clearing.set(overlay, running);
    await running.finally(() => clearing.delete(overlay));
  }

  // Those of an overlay that was deleted just before the service was killed.
  for (const overlay of ofOverlay.keys()) {
    if (overlays.get(overlay) === undefined) removeAll(overlay).catch(() => undefined);
  }

  return {
    removeAll,
    readAgain,
    take: (drained) => taking.run(() => take(drained)),
    takenUpTo: (database) => store.takenAnswers.safeUpTo(database),
    async add({ overlay, link, fields, visitor }) {
      // Counted before it is written, so that many at once don't slip through.
      const own = visitor === null ? null : visitorTries.begin(visitor);
      if (own?.mayGoOn === false) return "tooMany";
      const common = overlayTries.begin(String(overlay));
      if (!common.mayGoOn) {
        own?.giveBack();
        return "busy";
      }
      const giveBack = () => {
        own?.giveBack();
        common.giveBack();
      };
      try {
        await makeRoom(overlay);
        const ids = idsOf(overlay);
        // It may have been deleted while the form came.
        if (ids.size >= mostOfOverlay || overlays.get(overlay) === undefined) {
          giveBack();
          return "full";
        }
        const record: ContactSubmission = {
          id: store.nextId("contactAnswers"),
          overlay,
          link,
          fields,
          visitor: visitor ?? "",
          createdAt: new Date(clock()).toISOString(),
        };
        ids.add(record.id);
        await commit([{ put: "contactAnswers", record }]).catch((error: unknown) => {
          ids.delete(record.id);
          throw error;
        });
        return "kept";
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    async page(overlay, request) {
      const answers = answersOf(overlay, [...idsOf(overlay)].toReversed());
      return pageOf(
        {
          size: answers.length,
          newest: (offset, limit) => answers.slice(offset, offset + limit),
        },
        ({ fields }) => Object.values(fields),
        request,
      );
    },
    async remove(overlay, id) {
      const answer = table.get(id);
      if (answer?.overlay !== overlay) throw new NotFound("Answer does not exist.");
      await takeOut([answer]);
    },
    async removeMany(overlay, ids) {
      const answers = answersOf(overlay, ids);
      await takeOut(answers);
      return answers.length;
    },
    async mark(overlay, ids, wanted) {
      const answers = answersOf(overlay, ids);
      await markAll(answers, wanted);
      return answers.length;
    },
    inbox: ({ page, limit, ...conditions }) =>
      filteredPage((offset, length) => table.newest(offset, length), conditionOf(conditions), {
        page,
        limit,
      }),
    async *all(conditions) {
      const matches = conditionOf(conditions);
      const pause = createPauses();
      for (const answer of table.newest(0, table.size)) {
        await pause();
        if (matches(answer)) yield answer;
      }
    },
    countsOf: (overlay) => countsNow().get(overlay) ?? noAnswers,
    unread: () => [...countsNow().values()].reduce((sum, { unread }) => sum + unread, 0),
    async removeSome(ids) {
      const answers = found(ids);
      await takeOut(answers);
      return answers.length;
    },
    async markSome(ids, wanted) {
      const answers = found(ids);
      const others = answers.filter((answer) => isRead(answer) !== wanted);
      await markAll(others, wanted);
      return { answers: answers.length, changed: others.map(({ id }) => id) };
    },
    notices() {
      return [...ofOverlay].flatMap(([id, { size }]) => {
        const name = overlays.get(id)?.name;
        if (name === undefined || size < manyOfOverlay) return [];
        const file = asideName(id);
        if (withFullFile.has(id)) return [message("service.formFileFull", { name, file })];
        return [message("service.formFull", { name, answers: size, full: mostOfOverlay, file })];
      });
    },
  };
}

const noAnswers: AnswerCounts = { answers: 0, unread: 0 };

function isRead(answer: ContactSubmission): boolean {
  return answer.isRead === true;
}
