export type LargeUnit = "gibibytes" | "mebibytes";

/** A limit as it is typed: the largest unit that it is a whole number of. */
export function limitParts(bytes: number): { readonly amount: number; readonly unit: LargeUnit } {
  return bytes % 2 ** 30 === 0
    ? { amount: bytes / 2 ** 30, unit: "gibibytes" }
    : { amount: Math.round(bytes / 2 ** 20), unit: "mebibytes" };
}

export function limitBytes(amount: number, unit: LargeUnit): number {
  return amount * (unit === "gibibytes" ? 2 ** 30 : 2 ** 20);
}
