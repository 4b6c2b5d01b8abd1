/** Visitors of one link that are kept exactly; above, they are estimated. */
export const exactUpTo = 1_000;

const registerBits = 12;
const registers = 2 ** registerBits;
/** Of an estimate: 1.6%. */
export const standardError = 1.04 / Math.sqrt(registers);
/** Bits after the register's whose leading zeros are counted. */
const rankBits = 42;
const alphaInfinity = 1 / (2 * Math.LN2);

/** Of a visitor's key; see `visitors.ts`. */
const wordsEach = 3;

type KnownVisitors = { readonly keys: string } | string;
/** As a checkpoint has them. */
export type StoredVisitors =
  | KnownVisitors
  | { readonly before: number; readonly known: KnownVisitors };

/** More than any link has; sums over all links stay exact. */
export const mostCounted = 2 ** 32;

/** Distinct visitors of one link. Visitors are keys as `visitors.ts` makes them (base64url). */
export class UniqueVisitors {
  readonly #exactUpTo: number;
  #exact: KeySet | null = new KeySet();
  #sketch: Sketch | null = null;
  /** Those of whom nothing but their number came along, from another folder. */
  #before = 0;

  /** @param most kept exactly, where there are many of these and a thousand each is too much. */
  constructor(most = exactUpTo) {
    this.#exactUpTo = most;
  }

  static restore(stored: unknown): UniqueVisitors {
    const visitors = new UniqueVisitors();
    if (hasBefore(stored)) {
      const known = UniqueVisitors.restore(stored.known);
      known.#before = stored.before;
      return known;
    }
    if (Array.isArray(stored)) {
      // As older checkpoints kept them.
      for (const visitor of stored) visitors.add(String(visitor));
    } else if (typeof stored === "string") {
      visitors.#exact = null;
      visitors.#sketch = new Sketch(Uint8Array.from(Buffer.from(stored, "base64")));
    } else if (isKeys(stored)) visitors.#exact = KeySet.restore(stored.keys);
    return visitors;
  }

  get count(): number {
    if (this.#exact !== null) return this.#before + this.#exact.size;
    // The estimate starts where the exact count ended, it never falls behind it.
    return this.#before + Math.max(this.#exactUpTo + 1, this.#sketch?.estimate() ?? 0);
  }

  /** Of its blocks. */
  get bytes(): number {
    return this.#exact?.bytes ?? this.#sketch?.bytes ?? 0;
  }

  add(visitor: string): void {
    readKey(visitor);
    if (this.#exact === null) {
      this.#sketch?.addKey(key[0] ?? 0, key[1] ?? 0);
      return;
    }
    this.#exact.addKey(key[0] ?? 0, key[1] ?? 0, key[2] ?? 0);
    if (this.#exact.size > this.#exactUpTo) this.#beginEstimate(this.#exact);
  }

  /** The visitors themselves while they are few, the registers in base64 afterwards. */
  toCheckpoint(): StoredVisitors {
    const known = this.#sketch?.toText() ?? { keys: this.#exact?.toText() ?? "" };
    return this.#before === 0 ? known : { before: this.#before, known };
  }

  #beginEstimate(visitors: KeySet): void {
    const sketch = new Sketch(new Uint8Array(registers));
    visitors.forEach((one, two) => sketch.addKey(one, two));
    this.#sketch = sketch;
    this.#exact = null;
  }
}

function hasBefore(
  stored: unknown,
): stored is { readonly before: number; readonly known: unknown } {
  return (
    typeof stored === "object" &&
    stored !== null &&
    "before" in stored &&
    "known" in stored &&
    Number.isInteger(stored.before) &&
    Number(stored.before) >= 0 &&
    Number(stored.before) <= mostCounted &&
    !isNested(stored.known)
  );
}

function isNested(known: unknown): boolean {
  return typeof known === "object" && known !== null && "before" in known;
}

function isKeys(stored: unknown): stored is { readonly keys: string } {
  return (
    typeof stored === "object" &&
    stored !== null &&
    "keys" in stored &&
    typeof stored.keys === "string"
  );
}

/** Up to so many keys are looked through faster than an index is asked. */
const scannedKeys = 8;

/** Keys in the order in which they came, as numbers in one block. */
class KeySet {
  #words = new Uint32Array(wordsEach * 2);
  #size = 0;
  /** Where a key stands, plus one; open addressing, two thirds full at most. Null: too few. */
  #index: Uint16Array | null = null;

  static restore(text: string): KeySet {
    const set = new KeySet();
    const bytes = Buffer.from(text, "base64");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const bytesEach = 4 * wordsEach;
    const size = Math.min(exactUpTo, Math.floor(bytes.length / bytesEach));
    set.#words = new Uint32Array(wordsEach * Math.max(2, size));
    for (let at = 0; at < size * bytesEach; at += bytesEach) {
      set.addKey(view.getUint32(at), view.getUint32(at + 4), view.getUint32(at + 8));
    }
    return set;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#words.byteLength + (this.#index?.byteLength ?? 0);
  }

  addKey(one: number, two: number, three: number): void {
    if (this.#has(one, two, three)) return;
    if (this.#size * wordsEach === this.#words.length) {
      const room = new Uint32Array(wordsEach * Math.ceil(this.#size * 1.5));
      room.set(this.#words);
      this.#words = room;
    }
    const at = this.#size * wordsEach;
    this.#words[at] = one;
    this.#words[at + 1] = two;
    this.#words[at + 2] = three;
    this.#size += 1;
    if (this.#index === null ? this.#size > scannedKeys : this.#size * 1.5 > this.#index.length) {
      this.#rebuildIndex();
    } else if (this.#index !== null) this.#enter(this.#index, this.#size - 1);
  }

  forEach(take: (one: number, two: number) => void): void {
    for (let at = 0; at < this.#size * wordsEach; at += wordsEach) {
      take(this.#words[at] ?? 0, this.#words[at + 1] ?? 0);
    }
  }

  toText(): string {
    const bytes = Buffer.allocUnsafe(4 * wordsEach * this.#size);
    for (let place = 0; place < wordsEach * this.#size; place += 1) {
      bytes.writeUInt32BE(this.#words[place] ?? 0, 4 * place);
    }
    return bytes.toString("base64");
  }

  #has(one: number, two: number, three: number): boolean {
    if (this.#index === null) {
      for (let place = 0; place < this.#size; place += 1) {
        if (this.#isAt(place, one, two, three)) return true;
      }
      return false;
    }
    const mask = this.#index.length - 1;
    for (let slot = slotOf(one, three) & mask; ; slot = (slot + 1) & mask) {
      const place = (this.#index[slot] ?? 0) - 1;
      if (place < 0) return false;
      if (this.#isAt(place, one, two, three)) return true;
    }
  }

  #isAt(place: number, one: number, two: number, three: number): boolean {
    const at = place * wordsEach;
    return this.#words[at] === one && this.#words[at + 1] === two && this.#words[at + 2] === three;
  }

  #enter(index: Uint16Array, place: number): void {
    const mask = index.length - 1;
    const at = place * wordsEach;
    let slot = slotOf(this.#words[at] ?? 0, this.#words[at + 2] ?? 0) & mask;
    while (index[slot] !== 0) slot = (slot + 1) & mask;
    index[slot] = place + 1;
  }

  #rebuildIndex(): void {
    const index = new Uint16Array(2 ** Math.ceil(Math.log2(2 * this.#size)));
    for (let place = 0; place < this.#size; place += 1) this.#enter(index, place);
    this.#index = index;
  }
}

/** Keys are hashes already. */
function slotOf(one: number, three: number): number {
  return one ^ three;
}

/** HyperLogLog with the estimator of Ertl (arXiv:1702.01284), which has no bias to correct. */
class Sketch {
  readonly #registers: Uint8Array;
  /** How many registers hold each rank, so that an estimate needs no pass over them. */
  readonly #histogram = new Uint16Array(rankBits + 2);

  constructor(stored: Uint8Array) {
    this.#registers = stored.length === registers ? stored : new Uint8Array(registers);
    for (const rank of this.#registers) this.#histogram[rank] = this.#holders(rank) + 1;
  }

  get bytes(): number {
    return this.#registers.byteLength + this.#histogram.byteLength;
  }

  /** The first two of a key's words: twelve bits choose the register, the next 42 are ranked. */
  addKey(one: number, two: number): void {
    const register = one >>> (32 - registerBits);
    const rank = rankOf(one, two);
    const former = this.#registers[register] ?? 0;
    if (rank <= former) return;
    this.#registers[register] = rank;
    this.#histogram[former] = this.#holders(former) - 1;
    this.#histogram[rank] = this.#holders(rank) + 1;
  }

  estimate(): number {
    let sum = registers * tau(1 - this.#holders(rankBits + 1) / registers);
    for (let rank = rankBits; rank >= 1; rank -= 1) sum = 0.5 * (sum + this.#holders(rank));
    sum += registers * sigma(this.#holders(0) / registers);
    return Math.round((alphaInfinity * registers * registers) / sum);
  }

  toText(): string {
    return Buffer.from(this.#registers).toString("base64");
  }

  #holders(rank: number): number {
    return this.#histogram[rank] ?? 0;
  }
}

/** One more than the leading zeros of the 42 bits behind the register's. */
function rankOf(one: number, two: number): number {
  const first = one << registerBits;
  if (first !== 0) return Math.clz32(first) + 1;
  return Math.min(rankBits, 32 - registerBits + Math.clz32(two)) + 1;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const values = new Uint8Array(128);
for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;

/** The key that was read last: an array for each would cost more than its use. */
const key = new Uint32Array(wordsEach);

function sixBits(visitor: string, place: number): number {
  return values[visitor.charCodeAt(place)] ?? 0;
}

/** 96 bits, sixteen characters, as three words. */
function readKey(visitor: string): void {
  const middle = sixBits(visitor, 5);
  const later = sixBits(visitor, 10);
  key[0] = (bitsFrom(visitor, 0, 5) << 2) | (middle >>> 4);
  key[1] = (middle << 28) | (bitsFrom(visitor, 6, 4) << 4) | (later >>> 2);
  key[2] = (later << 30) | bitsFrom(visitor, 11, 5);
}

function bitsFrom(visitor: string, first: number, count: number): number {
  let bits = 0;
  for (let place = first; place < first + count; place += 1) {
    bits = (bits << 6) | sixBits(visitor, place);
  }
  return bits;
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [power, weight, sum, former] = [share, 1, share, Number.NaN];
  while (sum !== former) {
    power *= power;
    former = sum;
    sum += power * weight;
    weight += weight;
  }
  return sum;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [root, weight, sum, former] = [share, 1, 1 - share, Number.NaN];
  while (sum !== former) {
    root = Math.sqrt(root);
    former = sum;
    weight *= 0.5;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
