import type {
  changeOperations,
  ChangeSet,
  RecordChange,
} from "../../../contract/changes/changes.ts";
import { listEnvelope } from "../../../contract/envelope.ts";
import { Invalid } from "../../common/problems.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { collectionOf } from "./presentChanges.ts";
import type { SetSummary } from "../../store/store.ts";
import type { Reader } from "../../common/origin.ts";
import type { App } from "../../common/context.ts";

export function createChangeHandlers(app: App): HandlersOf<typeof changeOperations> {
  const { changeSets, undo, presentChanges: present, batchAnswers: answers, timestamps } = app;

  const moment = (sent: string | undefined) =>
    sent === undefined ? undefined : Date.parse(timestamps.parse(sent));

  async function find(id: number, reader: Reader): Promise<SetSummary> {
    return changeSets.get(id, reader);
  }

  const recordOf: typeof present.record = (change) => present.record(change);

  /** With what its one record says; a bulk change does the same to all of its records. */
  async function shown(set: SetSummary): Promise<ChangeSet> {
    const known = present.set(set);
    if (known.total !== 1 && known.operation !== "bulkChange") return known;
    const [record] = (await changeSets.records(set, { page: 1, limit: 1 }, recordOf)).items;
    if (record === undefined) return known;
    return known.total === 1 ? ofOne(known, record) : withArchiving(known, record);
  }

  return {
    async listChanges({ query }, reader) {
      const { kind, id, by, key, limit, page } = query;
      const collection = kind === undefined ? undefined : collectionOf(kind);
      const [from, to] = [moment(query.from), moment(query.to)];
      if (id === undefined) {
        const request = { collection, by, key, from, to, limit, page };
        const found = await changeSets.page(request, reader);
        const items: ChangeSet[] = [];
        for (const set of found.items) items.push(await shown(set));
        return listEnvelope("changes", { ...found, items }, (set) => set);
      }
      if (collection === undefined) throw new Invalid({ id: "needs kind, too" });
      const record = { collection, id };
      const request = { by, key, from, to, limit, page, reader };
      const found = await changeSets.ofRecord(record, request, ({ set, change: one }) => {
        const presented = present.record(one);
        const { change, fields } = presented;
        const known = present.set(set);
        return { ...(known.total === 1 ? ofOne(known, presented) : known), change, fields };
      });
      return listEnvelope("changes", found, (changed) => changed);
    },
    async getChange({ params, query }, reader) {
      const set = await find(params.id, reader);
      // The page last: from when it is read until it is answered nothing waits.
      const change = await shown(set);
      const found = await changeSets.records(set, query, recordOf);
      return { ...listEnvelope("records", found, (record) => record), change };
    },
    async undoChange({ params, body: { force = false, ...options } }, reader) {
      const set = await find(params.id, reader);
      return answers.previewOrRun(() => undo.batch(set, force), options, {
        kind: "undo",
        origin: undo.originOf(set),
      });
    },
  };
}

/** Some records, such as the settings, go without a name. */
function ofOne(set: ChangeSet, record: RecordChange): ChangeSet {
  const { name } = record;
  return withArchiving(name === "" ? set : { ...set, name }, record);
}

function withArchiving(set: ChangeSet, { kind, change, fields }: RecordChange): ChangeSet {
  const [only, ...more] = fields;
  const isArchiving = kind === "links" && change === "changed" && only?.field === "archived";
  return isArchiving && more.length === 0 ? { ...set, archived: only.after === true } : set;
}
