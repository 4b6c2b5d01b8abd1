import { ownCopy } from "../../visitor/boundedCache.ts";

/** For all links together; with the longest host names they take 50 MB. */
const mostTexts = 200_000;
/** Of all places that count a text that visitors choose, as a checkpoint writes it out at each. */
const mostCharacters = 1 << 28;

/**
 * Texts that are counted in many places, each kept once and known by a number there. Visitors choose
 * some of them (referrers), so a text leaves with the last who holds it.
 */
export class Names {
  readonly #ids = new Map<string, number>();
  readonly #texts: string[] = [];
  readonly #holders: number[] = [];
  readonly #free: number[] = [];

  readonly #most: number;
  readonly #mostCharacters: number;
  readonly #keptTexts: number;
  #characters = 0;

  /** `kept`: texts that are held for good. */
  constructor({
    texts = mostTexts,
    characters = mostCharacters,
    kept = [],
  }: {
    readonly texts?: number;
    readonly characters?: number;
    readonly kept?: readonly string[];
  } = {}) {
    this.#most = texts;
    this.#mostCharacters = characters;
    this.#keptTexts = kept.length;
    for (const text of kept) this.hold(text);
  }

  get size(): number {
    return this.#ids.size;
  }

  /** How many new texts still fit; the caller keeps to it. */
  get room(): number {
    return this.#most - this.size;
  }

  /**
   * Whether texts are held in so many places that no new place should; the caller keeps to it.
   * `isChosen`: of those that visitors choose, which leave half of the room to others.
   */
  isFull(isChosen: boolean): boolean {
    return this.#characters >= this.#mostCharacters * (isChosen ? 1 : 2);
  }

  /** Whether it is one of those that are held for good. */
  isKept(id: number): boolean {
    return id < this.#keptTexts;
  }

  /** Of a text that is held; undefined: nobody holds it. */
  idOf(text: string): number | undefined {
    return this.#ids.get(text);
  }

  textOf(id: number): string {
    return this.#texts[id] ?? "";
  }

  /** One more place that counts this text. */
  hold(text: string): number {
    this.#characters += text.length;
    const known = this.#ids.get(text);
    if (known !== undefined) {
      this.#holders[known] = (this.#holders[known] ?? 0) + 1;
      return known;
    }
    const id = this.#free.pop() ?? this.#texts.length;
    const own = ownCopy(text);
    this.#texts[id] = own;
    this.#holders[id] = 1;
    this.#ids.set(own, id);
    return id;
  }

  release(id: number): void {
    this.#characters -= this.textOf(id).length;
    const left = (this.#holders[id] ?? 0) - 1;
    this.#holders[id] = left;
    if (left > 0) return;
    this.#ids.delete(this.textOf(id));
    this.#texts[id] = "";
    this.#free.push(id);
  }
}
