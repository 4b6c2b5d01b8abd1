import type { Names } from "./names.ts";

/** What visits are broken down by, in the order in which a checkpoint keeps them; new ones come last. */
export const breakdowns = [
  "countries",
  "referrers",
  "browsers",
  "systems",
  "social",
  "bots",
  "languages",
] as const;
export type Breakdown = (typeof breakdowns)[number];

/** Each one's place in the list above. */
const numberOf: Readonly<Record<Breakdown, number>> = {
  countries: 0,
  referrers: 1,
  browsers: 2,
  systems: 3,
  social: 4,
  bots: 5,
  languages: 6,
};

export const otherNames = "Other";

/** Characters; no host name is longer. */
const longestName = 255;

/** Under which a name is counted: files from elsewhere may have some of any length. */
export function countedName(name: string): string {
  return name.length > longestName ? otherNames : name;
}

/** Names kept apart in one breakdown; visitors choose some of them (referrers), so there is an end. */
const mostNames = 200;

/** Breakdowns whose names come from visitors, not from lists. */
const chosenByVisitors: ReadonlySet<Breakdown> = new Set(["referrers", "bots", "languages"]);

/** Room that invented names leave for countries, browsers and systems. */
const roomForListed = 1_000;

/** A breakdown's number stands above the name's in a key. */
const nameBits = 28;
const nameMask = 2 ** nameBits - 1;

/** Up to so many entries are looked through faster than an index is asked. */
const scannedEntries = 8;
const firstRoom = 8;

/**
 * How often each name of each breakdown was met by one link's visitors: keys and counts in one block
 * of numbers, in the order in which they were met. Bounded, and still exact in sum: rare names of a
 * breakdown share one entry, and so do new names once all links together have too many.
 */
export class Tallies {
  readonly #names: Names;
  readonly #sizes = new Uint8Array(breakdowns.length);
  /** Key and count, in turns. */
  #entries = new Uint32Array(2 * firstRoom);
  #length = 0;
  /** Where the entry of a key stands, plus one; open addressing, half full at most. Null: too few. */
  #index: Uint16Array | null = null;

  constructor(names: Names) {
    this.#names = names;
  }

  /** Of its blocks. */
  get bytes(): number {
    return this.#entries.byteLength + (this.#index?.byteLength ?? 0);
  }

  /** `sums`: the sums that this is part of, which it tells of every change. */
  add(breakdown: Breakdown, given: string, count = 1, sums?: TallySums): void {
    const name = countedName(given);
    const id = this.#names.idOf(name);
    const place = id === undefined ? -1 : this.#placeOf(keyOf(breakdown, id));
    if (place >= 0) {
      this.#entries[2 * place + 1] = this.#countAt(place) + count;
      sums?.add(this.#keyAt(place), count);
      return;
    }
    if (name !== otherNames && !this.#hasRoomFor(breakdown, id)) {
      this.add(breakdown, otherNames, count, sums);
      return;
    }
    if (this.#sizeOf(breakdown) >= mostNames) {
      this.#foldRareNames(breakdown, sums);
      // The name may be the one that the rare ones share.
      if (name === otherNames) return this.add(breakdown, name, count, sums);
    }
    this.#append(breakdown, name, count);
    sums?.add(this.#keyAt(this.#length - 1), count);
  }

  /** Names with their counts, in the order in which they were met. */
  of(breakdown: Breakdown): (readonly [string, number])[] {
    return this.#placesOf(breakdown).map((place) => [
      this.#names.textOf(this.#keyAt(place) & nameMask),
      this.#countAt(place),
    ]);
  }

  /** The same for each breakdown, in their order. */
  ofEach(): (readonly [string, number])[][] {
    const found: (readonly [string, number])[][] = breakdowns.map(() => []);
    for (let place = 0; place < this.#length; place += 1) {
      const key = this.#keyAt(place);
      found[key >>> nameBits]?.push([this.#names.textOf(key & nameMask), this.#countAt(place)]);
    }
    return found;
  }

  /** Most first; among equals in the order they were met. */
  top(breakdown: Breakdown, limit: number): (readonly [string, number])[] {
    return this.of(breakdown)
      .toSorted((one, other) => other[1] - one[1])
      .slice(0, limit);
  }

  /** Adds every count to the sums over many links, or takes it out of them. */
  addTo(sums: TallySums, sign: 1 | -1 = 1): void {
    for (let place = 0; place < this.#length; place += 1) {
      sums.add(this.#keyAt(place), sign * this.#countAt(place));
    }
  }

  /** Before it is thrown away: its names may be held by nobody else. */
  clear(): void {
    for (let place = 0; place < this.#length; place += 1) {
      this.#names.release(this.#keyAt(place) & nameMask);
    }
    this.#length = 0;
    this.#sizes.fill(0);
    this.#index = null;
  }

  /** `id`: of a name that is counted elsewhere. */
  #hasRoomFor(breakdown: Breakdown, id: number | undefined): boolean {
    const isChosen = chosenByVisitors.has(breakdown);
    if (id === undefined && this.#names.room <= (isChosen ? roomForListed : 0)) return false;
    return !this.#names.isFull(isChosen) || (id !== undefined && this.#names.isKept(id));
  }

  #keyAt(place: number): number {
    return this.#entries[2 * place] ?? 0;
  }

  #countAt(place: number): number {
    return this.#entries[2 * place + 1] ?? 0;
  }

  #sizeOf(breakdown: Breakdown): number {
    return this.#sizes[numberOf[breakdown]] ?? 0;
  }

  /** -1: not met yet. */
  #placeOf(key: number): number {
    if (this.#index === null) {
      for (let place = 0; place < this.#length; place += 1) {
        if (this.#keyAt(place) === key) return place;
      }
      return -1;
    }
    const mask = this.#index.length - 1;
    for (let slot = hashOf(key) & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#index[slot] ?? 0) - 1;
      if (place < 0 || this.#keyAt(place) === key) return place;
    }
  }

  #append(breakdown: Breakdown, name: string, count: number): void {
    if (2 * this.#length === this.#entries.length) {
      const room = new Uint32Array(2 * Math.ceil(this.#length * 1.5));
      room.set(this.#entries);
      this.#entries = room;
    }
    const key = keyOf(breakdown, this.#names.hold(name));
    this.#entries[2 * this.#length] = key;
    this.#entries[2 * this.#length + 1] = count;
    this.#length += 1;
    this.#sizes[numberOf[breakdown]] = this.#sizeOf(breakdown) + 1;
    if (this.#index === null ? this.#length <= scannedEntries : this.#hasRoom(this.#index)) {
      if (this.#index !== null) this.#enter(this.#index, this.#length - 1);
    } else this.#rebuildIndex();
  }

  #hasRoom(index: Uint16Array): boolean {
    return 2 * this.#length <= index.length;
  }

  #enter(index: Uint16Array, place: number): void {
    const mask = index.length - 1;
    let slot = hashOf(this.#keyAt(place)) & mask;
    while (index[slot] !== 0) slot = (slot + 1) & mask;
    index[slot] = place + 1;
  }

  #rebuildIndex(): void {
    if (this.#length <= scannedEntries) {
      this.#index = null;
      return;
    }
    const index = new Uint16Array(2 ** Math.ceil(Math.log2(2 * this.#length + 2)));
    for (let place = 0; place < this.#length; place += 1) this.#enter(index, place);
    this.#index = index;
  }

  #placesOf(breakdown: Breakdown): number[] {
    const places: number[] = [];
    for (let place = 0; place < this.#length; place += 1) {
      if (this.#keyAt(place) >>> nameBits === numberOf[breakdown]) places.push(place);
    }
    return places;
  }

  /** The rarer half goes into "Other", so that a flood of invented names can't keep a new one out. */
  #foldRareNames(breakdown: Breakdown, sums?: TallySums): void {
    const rarestFirst = this.#placesOf(breakdown).toSorted(
      (one, other) => this.#countAt(one) - this.#countAt(other),
    );
    const leaving = new Set(rarestFirst.slice(0, mostNames / 2));
    let others = 0;
    let length = 0;
    for (let place = 0; place < this.#length; place += 1) {
      if (leaving.has(place)) {
        others += this.#countAt(place);
        sums?.add(this.#keyAt(place), -this.#countAt(place));
        this.#names.release(this.#keyAt(place) & nameMask);
      } else {
        this.#entries.copyWithin(2 * length, 2 * place, 2 * place + 2);
        length += 1;
      }
    }
    this.#length = length;
    this.#sizes[numberOf[breakdown]] = this.#sizeOf(breakdown) - leaving.size;
    this.#rebuildIndex();
    this.add(breakdown, otherNames, others, sums);
  }
}

/** Names with numbers below this are summed in one block; those of a few rare ones apart. */
const blockNames = 1 << 16;

/** The tallies of many links together: by the numbers of their names, which is quick. */
export class TallySums {
  readonly #blocks = breakdowns.map(() => new Float64Array(blockNames));
  readonly #others = new Map<number, number>();
  readonly #names: Names;

  constructor(names: Names) {
    this.#names = names;
  }

  add(key: number, count: number): void {
    const name = key & nameMask;
    const block = this.#blocks[key >>> nameBits];
    if (name < blockNames && block !== undefined) block[name] = (block[name] ?? 0) + count;
    else this.#others.set(key, (this.#others.get(key) ?? 0) + count);
  }

  /** Most first. */
  top(breakdown: Breakdown, limit: number): (readonly [string, number])[] {
    const found: (readonly [number, number])[] = [];
    const block = this.#blocks[numberOf[breakdown]];
    for (let name = 0; name < blockNames; name += 1) {
      const count = block?.[name] ?? 0;
      if (count > 0) found.push([name, count]);
    }
    for (const [key, count] of this.#others) {
      if (key >>> nameBits === numberOf[breakdown]) found.push([key & nameMask, count]);
    }
    return found
      .toSorted((one, other) => other[1] - one[1])
      .slice(0, limit)
      .map(([name, count]) => [this.#names.textOf(name), count]);
  }
}

function keyOf(breakdown: Breakdown, name: number): number {
  return ((numberOf[breakdown] << nameBits) | name) >>> 0;
}

function hashOf(key: number): number {
  return Math.imul(key, 0x9e_37_79_b1) >>> 15;
}
