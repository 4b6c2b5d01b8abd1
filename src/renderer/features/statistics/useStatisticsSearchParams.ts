import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import { oneFurther } from "../../ui/list/useBackLink.ts";
import { type Day, timeOf } from "../../i18n/days.ts";
import { bounded, type Preset, presets, type Range, type Step, steps } from "./range.ts";

/** What a list of names divides clicks by; each is a filter, too. */
export const breakdowns = [
  "country",
  "referrer",
  "browser",
  "system",
  "device",
  "language",
  "social",
  "rule",
  "variant",
] as const;
export type Breakdown = (typeof breakdowns)[number];

export type VisitorFilter = Readonly<Partial<Record<Breakdown, string>>>;

export const botChoices = ["out", "in", "only"] as const;
export type Bots = (typeof botChoices)[number];

export const comparisons = ["off", "before", "year"] as const;
export type Comparison = (typeof comparisons)[number];

/** What is looked at, as the address has it: it can be kept, sent and gone back to. */
export interface Place {
  readonly preset: Preset | null;
  /** Chosen by its days, where no preset is. */
  readonly range: Range | null;
  readonly by: Step | null;
  readonly comparison: Comparison;
  readonly counted: "clicks" | "visitors";
  readonly bots: Bots;
  readonly filter: VisitorFilter;
}

function isDay(text: string | null): text is Day {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(timeOf(text));
}

export function placeIn(params: URLSearchParams): Place {
  const [from, to] = [params.get("from"), params.get("to")];
  const range = isDay(from) && isDay(to) ? bounded({ from, to }) : null;
  const preset = presets.find((one) => one === params.get("range"));
  return {
    range,
    preset: range === null ? (preset ?? null) : null,
    by: steps.find((one) => one === params.get("by")) ?? null,
    comparison: comparisons.find((one) => one === params.get("compare")) ?? "off",
    counted: params.get("count") === "visitors" ? "visitors" : "clicks",
    bots: botChoices.find((one) => one === params.get("bots")) ?? "out",
    filter: Object.fromEntries(
      breakdowns.flatMap((name) => {
        const value = params.get(name) ?? "";
        return value === "" ? [] : [[name, value]];
      }),
    ),
  };
}

export interface Steering {
  readonly place: Place;
  readonly showPreset: (preset: Preset) => void;
  readonly showRange: (range: Range) => void;
  readonly divideBy: (step: Step) => void;
  readonly compare: (comparison: Comparison) => void;
  readonly count: (counted: Place["counted"]) => void;
  readonly withBots: (bots: Bots) => void;
  /** The same again takes it off. */
  readonly filterBy: (name: Breakdown, value: string) => void;
  readonly clearFilter: () => void;
}

/** Choices are steps of the browser's own history: Back takes one back. */
export function useStatisticsSearchParams(): Steering {
  const [params, setParams] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  return useMemo(() => {
    const place = placeIn(params);
    const set = (changes: Readonly<Record<string, string | null>>) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      setParams(next, { preventScrollReset: true, state: oneFurther(state) });
    };
    return {
      place,
      showPreset: (preset) => set({ range: preset, from: null, to: null, by: null }),
      showRange: ({ from, to }) => set({ range: null, from, to, by: null }),
      divideBy: (step) => set({ by: step }),
      compare: (comparison) => set({ compare: comparison === "off" ? null : comparison }),
      count: (counted) => set({ count: counted === "visitors" ? counted : null }),
      withBots: (bots) => set({ bots: bots === "out" ? null : bots }),
      filterBy: (name, value) => set({ [name]: place.filter[name] === value ? null : value }),
      clearFilter: () => set(Object.fromEntries(breakdowns.map((name) => [name, null]))),
    };
  }, [params, setParams, state]);
}
