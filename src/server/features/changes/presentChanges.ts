import { isDeepStrictEqual } from "node:util";
import type {
  ChangePreview,
  ChangeSet,
  RecordChange as ChangedRecord,
} from "../../../contract/changes/changes.ts";
import { linkFields, type LinkFieldName } from "../../../contract/fields/linkFields.ts";
import {
  answeredValue,
  bioPageFields,
  campaignFields,
  channelFields,
  domainFields,
  fieldsIn,
  overlayFields,
  pixelFields,
  type RecordTable,
  splashPageFields,
  storedKey,
  type StoredKey,
} from "../../../contract/fields/recordTables.ts";
import type { RecordKind } from "../../../contract/fields/records.ts";
import { changesOf } from "./undo.ts";
import { calledAs, type Decision } from "./decision.ts";
import { fieldsOfChange } from "./reverse.ts";
import type { BatchPreview } from "./batchChange.ts";
import type { Link } from "../links/service.ts";
import type { Collection, RecordOf } from "../../store/records.ts";
import type { RecordChange, SetSummary } from "../../store/store.ts";
import { isPossible } from "../../store/tables/checks.ts";
import type { App } from "../../common/context.ts";

/** What callers call each collection. */
export const kindOf = {
  settings: "settings",
  account: "account",
  links: "links",
  domains: "domains",
  channels: "channels",
  campaigns: "campaigns",
  pixels: "pixels",
  overlays: "overlays",
  splashPages: "splash",
  qrCodes: "qr",
  bioPages: "bio",
  contactAnswers: "answers",
  views: "views",
  clickImports: "clicks",
} as const satisfies Record<Collection, RecordKind>;

/** The collection that callers call so. */
export function collectionOf(kind: RecordKind): Collection {
  // Object.keys forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const collections = Object.keys(kindOf) as Collection[];
  const found = collections.find((collection) => kindOf[collection] === kind);
  if (found === undefined) throw new Error(`No collection is called ${kind}.`);
  return found;
}

/** A field as callers send it, and its value as answers show it; null: no answer shows it. */
type Shown = readonly [name: string, value: (stored: unknown) => unknown] | null;

/** One for each key of a record: what a new one is called, and whether it is shown at all. */
type Rows<C extends Collection> = { readonly [Key in keyof Required<RecordOf<C>>]: Shown };

const plain = (name: string, otherwise: unknown = ""): Shown => [
  name,
  (stored) => stored ?? otherwise,
];
const yesOrNo = (name: string): Shown => [
  name,
  (stored) => stored !== undefined && stored !== false,
];

/** By the table of a record's fields. */
function shownBy<Table extends RecordTable>(
  table: Table,
): { readonly [Name in keyof Table as StoredKey<Table, Name>]: Shown } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- key by key
  return Object.fromEntries(
    fieldsIn(table).map(([name, field]): [string, Shown] => [
      storedKey(name, field),
      [name, (stored) => answeredValue(field, stored)],
    ]),
  ) as { readonly [Name in keyof Table as StoredKey<Table, Name>]: Shown };
}

export interface ChangePresenter {
  set(set: SetSummary): ChangeSet;
  /** A change of one record that was made. */
  record(change: RecordChange): ChangedRecord;
  preview(preview: BatchPreview): ChangePreview;
  /** Of a field of a record, as callers call it. */
  fieldName(collection: Collection, field: string): string;
}

export function createChangePresenter(
  app: Pick<App, "store" | "linkPresenter" | "domains" | "addresses" | "timestamps">,
): ChangePresenter {
  const { store, linkPresenter: links, domains, addresses, timestamps } = app;

  const date: Shown = [
    "date",
    (stored) => (typeof stored === "string" ? timestamps.render(stored) : null),
  ];
  const domain: Shown = [
    "domain",
    (stored) => {
      const id = typeof stored === "number" ? stored : undefined;
      return id === undefined || domains.has(id) ? addresses.base(id) : `domain ${id}, deleted`;
    },
  ];
  const channel = plain("channel", []);

  /** As answers show a link that has nothing else. */
  function ofLink(name: LinkFieldName | "url" | "custom", key: keyof Link): Shown {
    return [
      name,
      (stored) => {
        const bare: Link = { id: 1, alias: "", url: "", createdAt: "1970-01-01T00:00:00.000Z" };
        // Rules and the like are no part of a link that has none.
        return links.sent(stored === undefined ? bare : { ...bare, [key]: stored })[name] ?? null;
      },
    ];
  }

  /** By the links' own table, but for what names others: that is shown though they may be gone. */
  const linkRows: Readonly<Record<string, Shown>> = {
    ...Object.fromEntries(
      Object.entries(linkFields).map(([name, { storedAs }]) => [
        storedAs,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
        ofLink(name as LinkFieldName, storedAs),
      ]),
    ),
    url: ofLink("url", "url"),
    alias: ofLink("custom", "alias"),
    domain,
    channels: channel,
    pixels: plain("pixels", []),
    campaign: plain("campaign", null),
    createdAt: date,
  };

  const rows: { readonly [C in Exclude<Collection, "links" | "settings">]: Rows<C> } = {
    domains: { id: null, domain: plain("domain"), ...shownBy(domainFields), createdAt: null },
    channels: { id: null, ...shownBy(channelFields), createdAt: null },
    campaigns: {
      id: null,
      ...shownBy(campaignFields),
      linkOrder: plain("ids", []),
      createdAt: null,
    },
    pixels: { id: null, ...shownBy(pixelFields), createdAt: date },
    overlays: { id: null, ...shownBy(overlayFields), createdAt: date },
    splashPages: { id: null, ...shownBy(splashPageFields), createdAt: date },
    qrCodes: {
      id: null,
      code: null,
      type: plain("type"),
      data: plain("data"),
      name: plain("name"),
      domain,
      background: plain("background"),
      foreground: plain("foreground"),
      logo: [
        "logo",
        (stored) =>
          typeof stored === "object" && stored !== null && "source" in stored ? stored.source : "",
      ],
      logoSize: plain("logosize", 26),
      correction: plain("correction"),
      pattern: plain("pattern", "square"),
      eyes: plain("eyes", "square"),
      frame: plain("frame"),
      caption: plain("caption"),
      isDynamic: yesOrNo("dynamic"),
      channels: channel,
      createdAt: date,
    },
    bioPages: {
      id: null,
      alias: plain("custom"),
      domain,
      ...shownBy(bioPageFields),
      links: plain("links", []),
      channels: channel,
      createdAt: date,
    },
    contactAnswers: {
      id: null,
      overlay: null,
      link: plain("link", null),
      fields: plain("fields", {}),
      visitor: null,
      from: null,
      isRead: yesOrNo("read"),
      createdAt: date,
    },
    views: {
      id: null,
      kind: plain("kind"),
      name: plain("name"),
      query: plain("query", {}),
      createdAt: date,
    },
    clickImports: {
      id: null,
      set: null,
      name: plain("name"),
      format: plain("format"),
      clicks: plain("clicks", 0),
      bots: plain("bots", 0),
      createdAt: date,
    },
    account: {
      id: null,
      username: plain("username"),
      formerUsernames: null,
      email: plain("email"),
      password: null,
      status: plain("status"),
      registeredAt: null,
      expiresAt: [
        "expires",
        (stored) => (typeof stored === "string" ? timestamps.render(stored) : null),
      ],
    },
  };

  /** Somebody may have written into the history: what no record can have isn't shown. */
  function shownAs(collection: Collection, field: string): Shown {
    const shown = rowOf(collection, field);
    if (shown === null) return null;
    const [name, valueOf] = shown;
    return [
      name,
      (stored) =>
        stored === undefined || isPossible(collection, field, stored) ? valueOf(stored) : null,
    ];
  }

  function rowOf(collection: Collection, field: string): Shown {
    if (collection === "links") return linkRows[field] ?? null;
    if (collection === "settings") {
      const [, setting] = /^values\.(.+)$/.exec(field) ?? [];
      return setting === undefined ? null : plain(setting, null);
    }
    const of: Readonly<Record<string, Shown>> = rows[collection];
    return of[field] ?? null;
  }

  /** Those that differ to whoever reads answers, in the order of the record. */
  function fieldsOf(collection: Collection, before: Values | null, after: Values | null) {
    const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
    return [...names].flatMap((key) => {
      const shown = shownAs(collection, key);
      if (shown === null) return [];
      const [field, shownOf] = shown;
      const change = {
        field,
        before: before === null ? null : shownOf(before[key]),
        after: after === null ? null : shownOf(after[key]),
      };
      // A password that is exchanged is there before and after.
      const isHidden = field === "password";
      return isHidden || !isDeepStrictEqual(change.before, change.after) ? [change] : [];
    });
  }

  function ofDecision({ collection, id, name, before, after }: Decision): ChangedRecord {
    const change = { collection, id, before: before ?? null, after: after ?? null };
    const sides = fieldsOfChange(change);
    const differing = differingOf(sides.before, sides.after);
    return {
      kind: kindOf[collection],
      id,
      name,
      change: changeKindOf(change),
      fields: fieldsOf(collection, differing.before, differing.after),
    };
  }

  function value(collection: Collection, field: string | null, stored: unknown): unknown {
    const shown = field === null || stored === undefined ? null : shownAs(collection, field);
    return shown?.[1](stored) ?? null;
  }

  function fieldName(collection: Collection, field: string): string {
    return shownAs(collection, field)?.[0] ?? field;
  }

  return {
    fieldName,
    set(set) {
      const { id, at, origin, counts, state, undoneBy } = set;
      return {
        id,
        date: timestamps.render(new Date(at).toISOString()),
        by: origin.by,
        ...(origin.key !== undefined && { key: origin.key }),
        operation: origin.operation,
        records: [...counts].map(([collection, count]) => ({
          kind: kindOf[collection],
          ...count,
        })),
        total: changesOf(set),
        state,
        undone: undoneBy,
        undoes: origin.undoes ?? null,
        undoable: state !== "running" && state !== "partial" && undoneBy === null,
      };
    },
    record(change) {
      const { collection, id } = change;
      const { before, after } = fieldsOfChange(change);
      const now = store.table(collection).get(id);
      return {
        kind: kindOf[collection],
        id,
        name: calledAs({ ...before, ...after, ...now }),
        change: changeKindOf(change),
        fields: fieldsOf(collection, before, after),
      };
    },
    preview({ examples, conflicts, ...counts }) {
      return {
        ...counts,
        records: examples.map(ofDecision),
        conflicts: conflicts.map(({ collection, id, name, field, left, present, detail }) => ({
          kind: kindOf[collection],
          id,
          name,
          field: field === null ? null : fieldName(collection, field),
          left: value(collection, field, left),
          present: value(collection, field, present),
          says: detail.message,
          code: detail.code,
          values: detail.values,
        })),
        warnings: [],
      };
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

function changeKindOf({
  before,
  after,
}: {
  before: unknown;
  after: unknown;
}): ChangedRecord["change"] {
  if (before === null) return "added";
  return after === null ? "removed" : "changed";
}

/** Of two whole records only what differs; of one alone all of it. */
function differingOf(before: Values | null, after: Values | null) {
  if (before === null || after === null) return { before, after };
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const differing = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const picked = (values: Values) =>
    Object.fromEntries(differing.map((name) => [name, values[name]]));
  return { before: picked(before), after: picked(after) };
}
