import { z } from "zod";
import { askedOperations } from "../../../../contract/server/automation/assistants.ts";
import { createTaskQueue } from "../../../../util/taskQueue.ts";
import type { App } from "../../../common/context.ts";
import { Conflict, NotFound } from "../../../common/problems.ts";
import { disk } from "../../../store/fileSystem.ts";
import { createRecordFile } from "../../../store/recordFile.ts";

/** More than anybody looks through. */
const mostPending = 100;
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
}

/** `pending.json`; it is read by the first who asks. */
export function createPendingChanges({
  dataDir,
  clock,
  log,
}: Pick<App, "dataDir" | "clock" | "log">): PendingChanges {
  const schema = z.object({
    next: z.int().positive(),
    changes: z.array(record).max(mostPending),
  });
  const file = createRecordFile({ files: disk, dir: dataDir, name: "pending.json", schema });
  const turns = createTaskQueue();
  let kept: z.output<typeof schema> | null = null;

  async function read(): Promise<z.output<typeof schema>> {
    const found = await file.readOrSetAside((aside) => {
      log(`pending.json couldn't be read. It was saved as ${aside}.`);
    });
    return (kept ??= found ?? { next: 1, changes: [] });
  }

  async function save(next: z.output<typeof schema>): Promise<void> {
    await file.write(next);
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
            `${mostPending} changes wait already. Ask the owner to look at them.`,
          );
        }
        if (JSON.stringify(given).length > longestAsked) {
          throw new Conflict("inUse", "The change is too large to wait. Change fewer links.");
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
  };
}
