/** Weights and buckets of a split are parts of so many: hundredths of a percent. */
export const wholeSplit = 10_000;
export const variantIds = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] as const;
