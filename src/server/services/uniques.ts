/** Visitors of one link that are kept exactly; above, they are estimated. */
export const exactUpTo = 1_000;

/** 2^12 registers: a standard error of 1.04 / √4096 = 1.6 %. */
const registerBits = 12;
const registers = 2 ** registerBits;
/** Seven base64url characters after the register's two: 42 bits whose leading zeros are counted. */
const rankBits = 42;
const alphaInfinity = 1 / (2 * Math.LN2);

/** Distinct visitors of one link. Visitors are keys as `visitors.ts` makes them (base64url). */
export class UniqueVisitors {
  #exact: Set<string> | null = new Set();
  #sketch: Sketch | null = null;

  static restore(kept: unknown): UniqueVisitors {
    const visitors = new UniqueVisitors();
    if (Array.isArray(kept)) {
      for (const visitor of kept) visitors.add(String(visitor));
    } else if (typeof kept === "string") {
      visitors.#exact = null;
      visitors.#sketch = new Sketch(Uint8Array.from(Buffer.from(kept, "base64")));
    }
    return visitors;
  }

  get count(): number {
    if (this.#exact !== null) return this.#exact.size;
    // The estimate starts where the exact count ended, it never falls behind it.
    return Math.max(exactUpTo + 1, this.#sketch?.estimate() ?? 0);
  }

  add(visitor: string): void {
    if (this.#exact === null) {
      this.#sketch?.add(visitor);
      return;
    }
    this.#exact.add(visitor);
    if (this.#exact.size > exactUpTo) this.#beginEstimate(this.#exact);
  }

  /** The visitors themselves while they are few, the registers in base64 afterwards. */
  toCheckpoint(): readonly string[] | string {
    if (this.#sketch !== null) return this.#sketch.toText();
    return [...(this.#exact ?? [])];
  }

  #beginEstimate(visitors: ReadonlySet<string>): void {
    this.#sketch = new Sketch(new Uint8Array(registers));
    for (const visitor of visitors) this.#sketch.add(visitor);
    this.#exact = null;
  }
}

/** HyperLogLog with the estimator of Ertl (arXiv:1702.01284), which has no bias to correct. */
class Sketch {
  readonly #registers: Uint8Array;
  /** How many registers hold each rank, so that an estimate needs no pass over them. */
  readonly #histogram = new Uint16Array(rankBits + 2);

  constructor(kept: Uint8Array) {
    this.#registers = kept.length === registers ? kept : new Uint8Array(registers);
    for (const rank of this.#registers) this.#histogram[rank] = this.#holders(rank) + 1;
  }

  add(visitor: string): void {
    const register = sixBits(visitor, 0) * 64 + sixBits(visitor, 1);
    const rank = rankOf(visitor);
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

/** One more than the leading zeros of the 42 bits from the third character on. */
function rankOf(visitor: string): number {
  for (let place = 2; place < 9; place += 1) {
    const bits = sixBits(visitor, place);
    if (bits !== 0) return (place - 2) * 6 + Math.clz32(bits) - 26 + 1;
  }
  return rankBits + 1;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const values = new Uint8Array(128);
for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;

function sixBits(visitor: string, place: number): number {
  return values[visitor.charCodeAt(place)] ?? 0;
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
