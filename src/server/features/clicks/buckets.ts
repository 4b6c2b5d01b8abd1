import { firstIndex } from "../../../util/firstIndex.ts";

const firstRoom = 2;
/** Of one step; it is kept in 32 bits. */
export const mostInStep = 2 ** 31 - 1;

/** Clicks by hour, day or quarter of an hour: steps and counts in one block of numbers, oldest first. */
export class StepCounts {
  /** Step and count, in turns. */
  #pairs = new Int32Array(2 * firstRoom);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Of its block. */
  get bytes(): number {
    return this.#pairs.byteLength;
  }

  get(step: number): number {
    const place = this.#placeOf(step);
    return this.#stepAt(place) === step ? this.#countAt(place) : 0;
  }

  add(step: number, count: number): void {
    const place = this.#placeOf(step);
    if (this.#stepAt(place) !== step) this.#insert(place, step);
    this.#pairs[2 * place + 1] = Math.min(mostInStep, this.#countAt(place) + count);
  }

  /** Takes out the steps before one. */
  dropBefore(step: number): void {
    const first = this.#placeOf(step);
    if (first === 0) return;
    const kept = this.#pairs.subarray(2 * first, 2 * this.#size);
    this.#size -= first;
    if (2 * kept.length <= this.#pairs.length) {
      this.#pairs = new Int32Array(2 * Math.max(firstRoom, this.#size));
    }
    this.#pairs.set(kept);
  }

  /** Keeps so many of the latest steps, whichever came last: some come late. */
  keepLatest(most: number): void {
    const first = this.#size - most;
    if (first > 0) this.dropBefore(this.#stepAt(first) ?? 0);
  }

  /** Oldest first. */
  entries(): (readonly [step: number, count: number])[] {
    const found: (readonly [number, number])[] = [];
    for (let place = 0; place < this.#size; place += 1) {
      found.push([this.#pairs[2 * place] ?? 0, this.#countAt(place)]);
    }
    return found;
  }

  /** Adds them up in `into`, whose places are so many steps each, the first of them number `first`. */
  addTo(into: Float64Array, first: number, steps = 1): void {
    for (let place = this.#placeOf(first * steps); place < this.#size; place += 1) {
      const index = Math.floor((this.#pairs[2 * place] ?? 0) / steps) - first;
      if (index >= into.length) return;
      into[index] = (into[index] ?? 0) + this.#countAt(place);
    }
  }

  #stepAt(place: number): number | undefined {
    return place < this.#size ? this.#pairs[2 * place] : undefined;
  }

  #countAt(place: number): number {
    return this.#pairs[2 * place + 1] ?? 0;
  }

  /** Place of the first step that is not before this one. */
  #placeOf(step: number): number {
    const end = this.#size;
    // Clicks come in the order of time: nearly always it is the last one, or new.
    if (end === 0 || (this.#stepAt(end - 1) ?? 0) < step) return end;
    if (this.#stepAt(end - 1) === step) return end - 1;
    return firstIndex(end, (place) => (this.#stepAt(place) ?? 0) < step);
  }

  #insert(place: number, step: number): void {
    if (2 * this.#size === this.#pairs.length) {
      const room = new Int32Array(2 * Math.ceil(this.#size * 1.5));
      room.set(this.#pairs);
      this.#pairs = room;
    }
    this.#pairs.copyWithin(2 * place + 2, 2 * place, 2 * this.#size);
    this.#pairs[2 * place] = step;
    this.#pairs[2 * place + 1] = 0;
    this.#size += 1;
  }
}
