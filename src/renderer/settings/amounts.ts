import type { TFunction } from "i18next";
import type { Format } from "../i18n/format.ts";

const units = [
  ["gibibytes", 2 ** 30],
  ["mebibytes", 2 ** 20],
  ["kibibytes", 2 ** 10],
] as const;

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

/** Bytes in the unit that says them best. */
export function sizeText(bytes: number, t: TFunction, format: Format): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ["bytes", 1];
  const amount = bytes / size;
  const shown = amount >= 10 || Number.isInteger(amount) ? Math.round(amount) : amount;
  const rounded = Math.round(shown * 10) / 10;
  return t(`settings.size.${unit}`, { formatted: format.number(rounded) });
}
