import type { TFunction } from "i18next";
import type { Format } from "./format.ts";

const units = [
  ["gibibytes", 2 ** 30],
  ["mebibytes", 2 ** 20],
  ["kibibytes", 2 ** 10],
] as const;

/** Bytes in the unit that says them best. */
export function sizeText(bytes: number, t: TFunction, format: Format): string {
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? ["bytes", 1];
  const amount = bytes / size;
  const shown = amount >= 10 || Number.isInteger(amount) ? Math.round(amount) : amount;
  const rounded = Math.round(shown * 10) / 10;
  return t(`size.${unit}`, { formatted: format.number(rounded) });
}
