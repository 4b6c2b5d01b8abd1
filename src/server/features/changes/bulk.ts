import { type Message, message } from "../../../contract/messages/messages.ts";
import { isDeepStrictEqual } from "node:util";
import { bounds } from "../../../contract/fields/bounds.ts";
import type { Collection, LinkRecord } from "../../store/records.ts";
import type { ClearableKey, LinkFields } from "../links/linkFields.ts";
import { destinationsOf } from "../links/destinations.ts";
import { foldTag, manyTags } from "../tags/linkTags.ts";
import { createPauses, fewItems } from "../../common/paging.ts";
import { Conflict, type Faults, faultMessage, Invalid } from "../../common/problems.ts";
import { withoutEmpty } from "../../common/resources.ts";
import { calledAs, type Decision, type Fields } from "./decision.ts";
import type { StagedStore } from "./stagedStore.ts";
import { createReplacer, type Replacement, type ReplaceInLink } from "./replaceTarget.ts";
import { jsonLength } from "../../../contract/fields/jsonLength.ts";
import { type BatchChange, weightOfSize } from "./batchChange.ts";
import { type ChangeRules, createRuleChange, type RuleChange } from "./bulkRules.ts";
import type { App } from "../../common/context.ts";

/** What lists hold, to be put into a record or taken out of it. */
export interface Members {
  readonly tags?: readonly string[] | undefined;
  readonly channels?: readonly number[] | undefined;
  readonly pixels?: readonly number[] | undefined;
}

/** What becomes of each record. */
export interface BulkAction {
  readonly change?:
    | { readonly fields: LinkFields; readonly clear: readonly ClearableKey[] }
    | undefined;
  readonly isDeleted: boolean;
  readonly replace?: Replacement | undefined;
  readonly add: Members;
  readonly remove: Members;
  readonly rules?: RuleChange | undefined;
}

export interface BulkRequest {
  readonly collection: Collection;
  /** As it was asked for, to know it again. */
  readonly about: unknown;
  /** The records; read once, so that what is done to them takes none away. */
  readonly select:
    | { readonly ids: readonly number[] }
    | { readonly matches: (record: Fields) => boolean; readonly from: Iterable<number> | null };
  readonly action: BulkAction;
}

export interface Bulk {
  /** Refuses what no record could become. */
  batch(request: BulkRequest): Promise<BatchChange<number>>;
}

/** Entries that a record has at most, by what they are. */
const most = { tags: bounds.tags, channels: bounds.entries, pixels: bounds.entries } as const;
type ListName = keyof typeof most;
const listNames = ["tags", "channels", "pixels"] as const satisfies readonly ListName[];

/** Which lists the records of a collection have. */
const listsOf: Partial<Record<Collection, readonly ListName[]>> = {
  links: listNames,
  qrCodes: ["channels"],
  bioPages: ["channels"],
};

const notThere = { field: null, detail: message("record.notThere") };

export function createBulk(
  app: Pick<App, "store" | "links" | "references" | "linkTags" | "fieldReader">,
): Bulk {
  const { store, links, references, linkTags: tags, fieldReader } = app;

  function checkMembers(collection: Collection, what: "add" | "remove", members: Members): void {
    const faults: Record<string, Faults[string]> = {};
    for (const name of listNames) {
      if (members[name] === undefined) continue;
      if (listsOf[collection]?.includes(name) !== true) {
        faults[`${what}.${name}`] = {
          code: "unknown",
          detail: "isn't available for this kind of record",
        };
      }
    }
    // What is gone can still be taken out.
    if (what === "add") {
      const unknown = (ids: readonly number[] = [], isKnown: (id: number) => boolean) =>
        ids.filter((id) => !isKnown(id)).join(", ");
      const channels = unknown(members.channels, (id) => references.hasChannel(id));
      const pixels = unknown(members.pixels, (id) => references.hasPixel(id));
      if (channels !== "") {
        faults["add.channels"] = {
          code: "unknown",
          detail: `must be IDs of existing channels, not ${channels}`,
        };
      }
      if (pixels !== "") {
        faults["add.pixels"] = {
          code: "unknown",
          detail: `must be IDs of existing pixels, not ${pixels}`,
        };
      }
    }
    if (what === "add" && !tags.takes(members.tags ?? []))
      faults["add.tags"] = { code: "long", detail: manyTags };
    if (Object.keys(faults).length > 0) throw new Invalid(faults);
  }

  function checkAction(collection: Collection, action: BulkAction): void {
    const { change, isDeleted, replace, add, remove, rules } = action;
    const isMembers =
      rules !== undefined ||
      listNames.some((name) => add[name] !== undefined || remove[name] !== undefined);
    const isRevised = change !== undefined || replace !== undefined;
    if (!isRevised && !isDeleted && !isMembers) {
      throw new Invalid({ "": "Send at least one of change, replace, delete, add and remove" });
    }
    if (isDeleted && (isRevised || isMembers)) {
      throw new Invalid({ delete: "can't be combined with change, replace, add or remove" });
    }
    for (const [name, given] of Object.entries({ change, replace, rules })) {
      if (given === undefined || collection === "links") continue;
      throw new Invalid({ [name]: { code: "unknown", detail: "is for links only" } });
    }
    if (rules !== undefined && change?.fields.rules !== undefined) {
      throw new Invalid({ "change.rules": "can't be combined with rules to add or remove" });
    }
    if (replace !== undefined && change?.fields.url !== undefined) {
      throw new Invalid({ replace: "can't be combined with change.url" });
    }
    checkMembers(collection, "add", add);
    checkMembers(collection, "remove", remove);
  }

  /** The entries with some more, and without others. */
  function withMembers(name: ListName, present: readonly unknown[], { add, remove }: BulkAction) {
    const remaining = present.filter((entry) => remove[name]?.some(isLike(entry)) !== true);
    const given = name === "tags" ? tags.spelled(add.tags ?? []) : (add[name] ?? []);
    return [...remaining, ...given.filter((entry) => !remaining.some(isLike(entry)))];
  }

  function withLists(collection: Collection, record: Fields, action: BulkAction): Outcome {
    const lists: Record<string, readonly unknown[]> = {};
    for (const name of listsOf[collection] ?? []) {
      if (action.add[name] === undefined && action.remove[name] === undefined) continue;
      const present = record[name];
      const before: readonly unknown[] = Array.isArray(present) ? present : [];
      const entries = withMembers(name, before, action);
      if (entries.length > most[name] && entries.length > before.length) {
        return {
          field: name,
          detail: message("record.manyEntries", { most: most[name], what: name }),
        };
      }
      lists[name] = entries;
    }
    return { record: withoutEmpty<Fields>({ ...record, ...lists }) };
  }

  function decide(
    { collection, action }: BulkRequest,
    revisions: Revisions,
    id: number,
    draft: StagedStore,
  ): Decision {
    const present: Fields | undefined = draft.table(collection).get(id);
    const about = { collection, id, name: calledAs(present) };
    const asItIs = { ...about, before: present, after: present, conflicts: [] };
    if (present === undefined) return { ...asItIs, conflicts: [{ ...about, ...notThere }] };
    if (action.isDeleted) return { ...asItIs, after: undefined };
    const revised = revisedBy(revisions, present);
    const outcome = "record" in revised ? withLists(collection, revised.record, action) : revised;
    if (!("record" in outcome)) return { ...asItIs, conflicts: [{ ...about, ...outcome }] };
    return isDeepStrictEqual(outcome.record, present)
      ? asItIs
      : { ...asItIs, after: outcome.record };
  }

  /** Ids of what is selected now, with pauses. */
  async function idsOf({ collection, select }: BulkRequest): Promise<readonly number[]> {
    if ("ids" in select) return [...new Set(select.ids)];
    const table = store.table(collection);
    const found: number[] = [];
    const pause = createPauses();
    let seen = 0;
    // Copied first: others may put records in and out in the pauses.
    const ids = select.from === null ? table.ids() : Float64Array.from(select.from);
    for (const id of ids) {
      const record: Fields | undefined = table.get(id);
      if (record !== undefined && select.matches(record)) found.push(id);
      seen += 1;
      if (seen % fewItems === 0) await pause();
    }
    return found;
  }

  return {
    async batch(request) {
      const { collection, action, about } = request;
      checkAction(collection, action);
      const { change } = action;
      const revise = change === undefined ? null : await links.reviser(change.fields, change.clear);
      const replace = action.replace === undefined ? null : createReplacer(action.replace);
      const changeRules =
        action.rules === undefined ? null : createRuleChange(fieldReader, action.rules);
      const revisions = { revise, replace, changeRules };
      // Each link may become as large as what is put into it.
      const sent = JSON.stringify(change?.fields ?? "").length;
      const replaced = action.replace?.to?.length ?? 0;
      const ids = await idsOf(request);
      return {
        about,
        async *items() {
          yield* ids;
        },
        keyOf: String,
        isEachOnce: true,
        weightOf: (id) =>
          weightOfSize(
            jsonLength(store.table(collection).get(id)) +
              (collection === "links" ? addedTo(store.links.get(id), sent, replaced) : 0),
          ),
        decide: (id, draft) => decide(request, revisions, id, draft),
        total: ids.length,
      };
    },
  };
}

/** Characters by which a link may grow. */
function addedTo(link: LinkRecord | undefined, sent: number, replaced: number): number {
  return sent + (link === undefined || replaced === 0 ? 0 : destinationsOf(link).length * replaced);
}

/** What a record would become, or why it can't. */
type Outcome = { readonly record: Fields } | { readonly field: string; readonly detail: Message };

/** Tags are one whatever their case; ids are themselves. */
function isLike(entry: unknown): (other: unknown) => boolean {
  return typeof entry === "string"
    ? (other) => typeof other === "string" && foldTag(other) === foldTag(entry)
    : (other) => other === entry;
}

interface Revisions {
  readonly revise: ((link: LinkRecord) => LinkRecord) | null;
  readonly replace: ReplaceInLink | null;
  readonly changeRules: ChangeRules | null;
}

/** What can't be for this one record is told, and holds nobody else up. */
function revisedBy({ revise, replace, changeRules }: Revisions, present: Fields): Outcome {
  if (revise === null && replace === null && changeRules === null) return { record: present };
  try {
    // Only links are revised.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const link = present as unknown as LinkRecord;
    const revised = revise?.(link) ?? link;
    const ruled = changeRules?.(revised) ?? { record: revised };
    const outcome = "record" in ruled ? (replace?.(ruled.record) ?? ruled) : ruled;
    return "record" in outcome ? { record: { ...outcome.record } } : outcome;
  } catch (error) {
    if (!(error instanceof Invalid || error instanceof Conflict)) throw error;
    const [fault] = error.faults;
    return {
      field: fault?.field ?? "",
      detail: faultMessage(error.message, fault?.code ?? "invalid"),
    };
  }
}
