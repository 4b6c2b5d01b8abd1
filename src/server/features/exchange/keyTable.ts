import { hash, randomBytes } from "node:crypto";

/** Numbers by text, for more texts than memory should hold: of each its hash is kept, 52 bits. */
export interface KeyTable {
  /** The numbers that were added under a text; under another one by a chance of one to billions. */
  find(key: string): number | undefined;
  add(key: string, value: number): void;
}

const least = 1024;

export function createKeyTable(): KeyTable {
  // The texts are chosen by strangers: without it they could all be given the same place.
  const salt = randomBytes(8).toString("hex");
  let keys = new Float64Array(least);
  let values = new Int32Array(least);
  let size = 0;

  /** Never 0, which is an empty place. */
  function keyOf(text: string): number {
    return Number.parseInt(hash("sha1", salt + text, "hex").slice(0, 13), 16) || 1;
  }

  function placeOf(key: number): number {
    let place = key % keys.length;
    while (keys[place] !== 0 && keys[place] !== key) place = (place + 1) % keys.length;
    return place;
  }

  function put(key: number, value: number): void {
    const place = placeOf(key);
    if (keys[place] === 0) size += 1;
    keys[place] = key;
    values[place] = value;
  }

  function grow(): void {
    const formerKeys = keys;
    const formerValues = values;
    keys = new Float64Array(formerKeys.length * 2);
    values = new Int32Array(keys.length);
    size = 0;
    formerKeys.forEach((key, place) => {
      if (key !== 0) put(key, formerValues[place] ?? 0);
    });
  }

  return {
    find(text) {
      const place = placeOf(keyOf(text));
      return keys[place] === 0 ? undefined : values[place];
    },
    add(text, value) {
      if (size * 2 >= keys.length) grow();
      put(keyOf(text), value);
    },
  };
}
