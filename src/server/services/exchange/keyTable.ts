import { hash } from "node:crypto";

/** Numbers by text, for more texts than memory should hold: of each its hash is kept, 53 bits. */
export interface KeyTable {
  /** The numbers that were added under a text; under another one by a chance of one to billions. */
  find(key: string): number | undefined;
  add(key: string, value: number): void;
}

const least = 1024;

function keyOf(text: string): number {
  const bytes = hash("sha1", text, "buffer");
  // Never 0, which is an empty place.
  return bytes.readUIntBE(0, 6) * 32 + ((bytes[6] ?? 0) & 31) || 1;
}

export function createKeyTable(): KeyTable {
  let keys = new Float64Array(least);
  let values = new Int32Array(least);
  let size = 0;

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
