import { hash, randomBytes } from "node:crypto";

/** Numbers by text, for more texts than memory should hold: of each its hash is kept, 52 bits. */
export interface KeyTable {
  /** The numbers that were added under a text; under another one by a chance of one to billions. */
  find(key: string): number | undefined;
  add(key: string, value: number): void;
}

/** Small tables, of which each takes no time to grow. */
const parts = 256;
const least = 16;

export function createKeyTable(): KeyTable {
  // The texts are chosen by strangers: without it they could all be given the same place.
  const salt = randomBytes(8).toString("hex");
  const tables = Array.from({ length: parts }, createPart);

  /** Never 0, which is an empty place. */
  function keyOf(text: string): number {
    return Number.parseInt(hash("sha1", salt + text, "hex").slice(0, 13), 16) || 1;
  }

  return {
    find(text) {
      const key = keyOf(text);
      return tables[key % parts]?.find(key);
    },
    add(text, value) {
      const key = keyOf(text);
      tables[key % parts]?.add(key, value);
    },
  };
}

function createPart() {
  let keys = new Float64Array(least);
  let values = new Int32Array(least);
  let size = 0;

  function placeOf(key: number): number {
    let place = Math.floor(key / parts) % keys.length;
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
    find(key: number): number | undefined {
      const place = placeOf(key);
      return keys[place] === 0 ? undefined : values[place];
    },
    add(key: number, value: number): void {
      if (size * 2 >= keys.length) grow();
      put(key, value);
    },
  };
}
