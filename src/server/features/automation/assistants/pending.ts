import { z } from "zod";
import { askedOperations } from "../../../../contract/server/automation/assistants.ts";
import { type Message, message } from "../../../../contract/messages/messages.ts";
import { createTaskQueue } from "../../../../util/taskQueue.ts";
import type { App } from "../../../common/context.ts";
import { Conflict, NotFound } from "../../../common/problems.ts";
import { disk } from "../../../store/fileSystem.ts";
import { ownMark } from "../../../store/ownerKey.ts";
import { createRecordFile } from "../../../store/recordFile.ts";

/** More than anybody looks through. */
const mostPending = 100;
/** Of these, changes of one key: none takes the place of all others. */
const mostOfKey = 50;
/** Characters of what one asks for: a hundred ids, and rules. */
const longestAsked = 20_000;

const asked = z.object({
  operation: z.enum(askedOperations),
  params: z.record(z.string(), z.number()).optional(),
  body: z.record(z.string(), z.unknown()),
});

const record = z.object({
  id: z.int().positive(),
  key: z.string().max(60),
  tool: z.string().max(60),
  at: z.iso.datetime(),
  asked,
});
export type PendingRecord = Readonly<z.output<typeof record>>;

/** Writes of assistants that wait for their owner. */
export interface PendingChanges {
  /** The oldest first. */
  all(): Promise<readonly PendingRecord[]>;
  /** Rejects with {@link NotFound}. */
  get(id: number): Promise<PendingRecord>;
  add(change: Pick<PendingRecord, "key" | "tool"> & { readonly asked: object }): Promise<number>;
  remove(id: number): Promise<void>;
  /** What the owner should be told. */
  notices(): Message[];
}

const name = "pending.json";

/** `pending.json`; it is read by the first who asks. */
export function createPendingChanges({
  dataDir,
  clock,
  log,
}: Pick<App, "dataDir" | "clock" | "log">): PendingChanges {
  const schema = z.object({
    next: z.int().positive(),
    changes: z.array(record).max(mostPending),
    ownIn: z.number().nullable().catch(null),
  });
  type Kept = Omit<z.output<typeof schema>, "ownIn">;
  const file = createRecordFile({ files: disk, dir: dataDir, name, schema });
  const turns = createTaskQueue();
  const notices: Message[] = [];
  let kept: Kept | null = null;

  /** Undefined: this computer keeps no key to tell by. */
  const markOf = async (changes: Kept["changes"]) => (await ownMark())?.("pending", changes);

  function tell(code: "service.pendingDamaged" | "service.foreignPending", aside: string): void {
    const notice = message(code, { file: name, aside });
    notices.push(notice);
    log(notice.message);
  }

  /** Under the name of any key, whoever fills a folder could have you accept something. */
  async function ownIn(found: z.output<typeof schema>): Promise<Kept | null> {
    const mark = await markOf(found.changes);
    const isOwn = found.changes.length === 0 || mark === undefined || mark === found.ownIn;
    if (isOwn) return found;
    tell("service.foreignPending", await file.setAside("foreign"));
    return null;
  }

  async function read(): Promise<Kept> {
    const found = await file.readOrSetAside((aside) => tell("service.pendingDamaged", aside));
    const own = found === null ? null : await ownIn(found);
    return (kept ??= own ?? { next: 1, changes: [] });
  }

  async function save(next: Kept): Promise<void> {
    await file.write({ ...next, ownIn: (await markOf(next.changes)) ?? null });
    kept = next;
  }

  const now = () => kept ?? turns.run(() => kept ?? read());

  return {
    all: async () => (await now()).changes,
    async get(id) {
      const found = (await now()).changes.find((one) => one.id === id);
      if (found === undefined) throw new NotFound("Pending change does not exist.");
      return found;
    },
    add: ({ key, tool, asked: given }) =>
      turns.run(async () => {
        const { next, changes } = kept ?? (await read());
        if (changes.length >= mostPending) {
          throw new Conflict(
            "inUse",
            `${mostPending} changes are already waiting. Ask the owner to review them.`,
          );
        }
        if (changes.filter((one) => one.key === key).length >= mostOfKey) {
          throw new Conflict(
            "inUse",
            `${mostOfKey} changes of this key are already waiting. Ask the owner to review them.`,
          );
        }
        if (JSON.stringify(given).length > longestAsked) {
          throw new Conflict("inUse", "The change is too large to suggest. Change fewer links.");
        }
        const at = new Date(clock()).toISOString();
        const added = record.parse({ id: next, key, tool, at, asked: given });
        await save({ next: next + 1, changes: [...changes, added] });
        return next;
      }),
    remove: (id) =>
      turns.run(async () => {
        const { next, changes } = kept ?? (await read());
        if (!changes.some((one) => one.id === id)) {
          throw new NotFound("Pending change does not exist.");
        }
        await save({ next, changes: changes.filter((one) => one.id !== id) });
      }),
    notices: () => [...notices],
  };
}
