import { type Message, message } from "../../../contract/messages/messages.ts";
import type { Store } from "../../store/store.ts";
import { storedHolders } from "../../common/keyHolders.ts";
import { mostOf } from "../../common/mostOf.ts";
import { foldTag, type LinkTags, mostTags } from "../tags/linkTags.ts";

/** New records of each kind that one import creates: each is in memory for good. */
const mostNew = 2000;

/** New tags that one import creates. */
const mostNewTags = 20_000;

/** Channels of all links of an import together: each of them is in memory, too. */
const mostInChannels = 2_000_000;

const kinds = ["channels", "campaigns", "pixels"] as const;
export type NamedKind = (typeof kinds)[number];

type Counts = Record<NamedKind, number>;

/** What rows name: the records that are there, and the new ones that the import creates. */
export interface ImportedNames {
  /**
   * ID of the record with a name. A new one comes from `make`; undefined: there are enough new ones.
   * `isThere` says whether a record that had the name still exists.
   */
  idOf(
    kind: NamedKind,
    name: string,
    make: () => number,
    isThere?: (id: number) => boolean,
  ): number | undefined;
  /** Undefined: none that was there has the name. */
  find(kind: NamedKind, name: string): number | undefined;
  /** The tags of a link without the new ones that are too many. */
  tagsOf(tags: readonly string[]): readonly string[];
  /** Whether a link can be in so many channels of the file, which are counted then. */
  takesChannels(channels: number): boolean;
  /** How many new ones there can be. */
  readonly newTags: number;
  readonly most: Readonly<Counts>;
  /** How many are new. */
  readonly created: Readonly<Counts>;
}

export function createImportedNames(
  store: Pick<Store, "table">,
  linkTags: Pick<LinkTags, "find" | "size">,
  {
    inChannels = mostInChannels,
    newTags = Math.max(0, Math.min(mostNewTags, mostTags - linkTags.size)),
  } = {},
): ImportedNames {
  /** IDs of those that this import creates, by name. */
  const made = {
    channels: new Map<string, number>(),
    campaigns: new Map<string, number>(),
    pixels: new Map<string, number>(),
  };
  const stored = (kind: NamedKind, name: string): number | undefined =>
    storedHolders(store, kind).get(name)?.values().next().value;
  const roomFor = (kind: NamedKind) =>
    Math.max(0, Math.min(mostNew, mostOf[kind] - store.table(kind).size));
  const most = {
    channels: roomFor("channels"),
    campaigns: roomFor("campaigns"),
    pixels: roomFor("pixels"),
  };
  const created: Counts = { channels: 0, campaigns: 0, pixels: 0 };
  const tags = new Set<string>();
  let channelsTaken = 0;

  function takesTag(tag: string): boolean {
    const folded = foldTag(tag);
    if (tags.has(folded) || linkTags.find(tag) !== undefined) return true;
    if (tags.size >= newTags) return false;
    tags.add(folded);
    return true;
  }

  return {
    created,
    newTags,
    most,
    find: (kind, name) => made[kind].get(name) ?? stored(kind, name),
    tagsOf: (wanted) => wanted.filter(takesTag),
    takesChannels(channels) {
      if (channelsTaken + channels > inChannels) return false;
      channelsTaken += channels;
      return true;
    },
    idOf(kind, name, make, isThere = () => true) {
      for (const there of [made[kind].get(name), stored(kind, name)]) {
        if (there !== undefined && isThere(there)) return there;
      }
      if (created[kind] >= most[kind]) return undefined;
      created[kind] += 1;
      const id = make();
      made[kind].set(name, id);
      return id;
    },
  };
}

/** Counts what the links of a file would create, and those that come without some of it. */
export function createNameCounts(names: ImportedNames) {
  const left = { channels: 0, campaigns: 0, pixels: 0, tags: 0 };
  let withoutChannels = 0;
  return {
    take(wanted: Readonly<Record<NamedKind | "tags", readonly string[]>>): void {
      if (names.tagsOf(wanted.tags).length < wanted.tags.length) left.tags += 1;
      const takesChannels = names.takesChannels(wanted.channels.length);
      if (!takesChannels) withoutChannels += 1;
      for (const kind of kinds) {
        const given = kind === "channels" && !takesChannels ? [] : wanted[kind];
        const ids = given.map((name) => names.idOf(kind, name, () => 0));
        if (ids.includes(undefined)) left[kind] += 1;
      }
    },
    created: names.created,
    leftOut: (): readonly { readonly what: NamedKind | "tags"; readonly reason: Message }[] =>
      (
        [
          ...kinds.map((what) => {
            const most = names.most[what];
            return [
              what,
              most === 0 ? "column.noNewNames" : "column.newNames",
              left[what],
              most,
            ] as const;
          }),
          [
            "tags",
            names.newTags === 0 ? "column.noNewTags" : "column.newNames",
            left.tags,
            names.newTags,
          ],
          ["channels", "column.manyChannels", withoutChannels, mostInChannels],
        ] as const
      )
        .filter(([, , links]) => links > 0)
        .map(([what, code, links, most]) => ({ what, reason: message(code, { links, most }) })),
  };
}
