import type { ChangeSet, changeOperations } from "../../contract/changes.ts";
import { listEnvelope } from "../../contract/envelope.ts";
import type { ChangeSets, Reader } from "../services/changes/changeSets.ts";
import type { SetSummary } from "../services/changes/changeSets.ts";
import type { Undo } from "../services/changes/undo.ts";
import { Invalid } from "../services/problems.ts";
import type { Timestamps } from "../services/timestamps.ts";
import type { HandlersOf } from "./handlers.ts";
import { type ChangePresenter, collectionOf } from "./presentChanges.ts";
import type { SweepAnswers } from "./sweepAnswers.ts";

export function createChangeHandlers(options: {
  changeSets: ChangeSets;
  undo: Undo;
  present: ChangePresenter;
  answers: SweepAnswers;
  timestamps: Timestamps;
}): HandlersOf<typeof changeOperations> {
  const { changeSets, undo, present, answers, timestamps } = options;

  const moment = (sent: string | undefined) =>
    sent === undefined ? undefined : Date.parse(timestamps.parse(sent));

  async function find(id: number, reader: Reader): Promise<SetSummary> {
    return changeSets.get(id, reader);
  }

  /** With the name of its record where it changed just one. */
  async function shown(set: SetSummary): Promise<ChangeSet> {
    const known = present.set(set);
    if (known.total !== 1) return known;
    const [change] = (await changeSets.records(set, { page: 1, limit: 1 })).items;
    return change === undefined ? known : withName(known, present.record(change).name);
  }

  return {
    async listChanges({ query }, reader) {
      const { kind, id, by, limit, page } = query;
      const collection = kind === undefined ? undefined : collectionOf(kind);
      const [from, to] = [moment(query.from), moment(query.to)];
      if (id === undefined) {
        const request = { collection, by, from, to, limit, page };
        const found = await changeSets.page(request, reader);
        const items: ChangeSet[] = [];
        for (const set of found.items) items.push(await shown(set));
        return listEnvelope("changes", { ...found, items }, (set) => set);
      }
      if (collection === undefined) throw new Invalid({ id: "needs the kind beside it" });
      const record = { collection, id };
      const found = await changeSets.ofRecord(record, { by, from, to, limit, page }, reader);
      return listEnvelope("changes", found, ({ set, change: one }) => {
        const { change, fields, name } = present.record(one);
        const known = present.set(set);
        return { ...(known.total === 1 ? withName(known, name) : known), change, fields };
      });
    },
    async getChange({ params, query }, reader) {
      const set = await find(params.id, reader);
      const found = await changeSets.records(set, query);
      return {
        ...listEnvelope("records", found, (change) => present.record(change)),
        change: await shown(set),
      };
    },
    async undoChange({ params, body: { force = false, ...asked } }, reader) {
      const set = await find(params.id, reader);
      return answers.previewOrRun(() => undo.sweep(set, force), asked, {
        kind: "undo",
        origin: undo.originOf(set),
      });
    },
  };
}

/** Some records, such as the settings, go without a name. */
function withName(set: ChangeSet, name: string): ChangeSet {
  return name === "" ? set : { ...set, name };
}
