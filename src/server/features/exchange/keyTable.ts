/** Numbers by text, for more texts than memory should hold: of each its hash is kept, 53 bits. */
export interface KeyTable {
  /** The numbers that were added under a text; under another one by a chance of one to billions. */
  find(key: string): number | undefined;
  add(key: string, value: number): void;
}

const least = 1024;

/** Two sums of 32 bits over the text, each mixed with the other in the end; 53 bits of them. */
function keyOf(text: string): number {
  let one = 0xde_ad_be_ef;
  let other = 0x41_c6_ce_57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e_37_79_b1);
    other = Math.imul(other ^ code, 0x5f_35_64_95);
  }
  one =
    Math.imul(one ^ (one >>> 16), 0x85_eb_ca_6b) ^ Math.imul(other ^ (other >>> 13), 0xc2_b2_ae_35);
  other =
    Math.imul(other ^ (other >>> 16), 0x85_eb_ca_6b) ^ Math.imul(one ^ (one >>> 13), 0xc2_b2_ae_35);
  // Never 0, which is an empty place.
  return (0x1f_ff_ff & other) * 2 ** 32 + (one >>> 0) || 1;
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
