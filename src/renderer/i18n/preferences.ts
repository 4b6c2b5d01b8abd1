import { z } from "zod";
import { keepItem, objectIn, readItem } from "./browserStore.ts";
import type { Weekday } from "./days.ts";

export const languages = ["en", "fa"] as const;
export type Language = (typeof languages)[number];

export const weekStarts = ["saturday", "sunday", "monday"] as const;
export type WeekStart = (typeof weekStarts)[number];

const preferences = z.object({
  language: z.enum(languages),
  digits: z.enum(["latin", "persian"]),
  calendar: z.enum(["gregorian", "jalali"]),
  weekStart: z.enum(weekStarts).optional(),
  density: z.enum(["comfortable", "compact"]).default("comfortable"),
  /** Whether single letters and signs do something where nothing is typed (WCAG 2.1.4). */
  singleKeys: z.boolean().default(true),
  /** What the navigation shows of tags, channels, campaigns and views: kind and id. */
  pins: z.array(z.string()).default([]),
});
type Stored = z.output<typeof preferences>;
export type Preferences = Stored & { readonly weekStart: WeekStart };

const place = "preferences";

const comfort = { density: "comfortable", singleKeys: true, pins: [] as string[] } as const;

/** Persian brings its own digits, calendar and week until the owner says otherwise. */
export function preferencesFor(language: Language): Preferences {
  return language === "fa"
    ? { ...comfort, language, digits: "persian", calendar: "jalali", weekStart: "saturday" }
    : { ...comfort, language, digits: "latin", calendar: "gregorian", weekStart: "monday" };
}

/** Another language, with its own digits, calendar and week; what has nothing to do with it stays. */
export function inLanguage(before: Preferences, language: Language): Preferences {
  const { density, singleKeys, pins } = before;
  return { ...preferencesFor(language), density, singleKeys, pins };
}

export function loadPreferences(): Preferences {
  const parsed = preferences.safeParse(objectIn(readItem(place)));
  if (parsed.success) {
    const { weekStart = preferencesFor(parsed.data.language).weekStart } = parsed.data;
    return { ...parsed.data, weekStart };
  }
  return preferencesFor(navigator.language.startsWith("fa") ? "fa" : "en");
}

export function savePreferences(chosen: Preferences): void {
  keepItem(place, JSON.stringify(chosen));
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "fa" ? "rtl" : "ltr";
}

/** The day that a reader's week begins with; 0 is Sunday. */
export function firstWeekdayOf({ weekStart }: Pick<Preferences, "weekStart">): Weekday {
  return weekdayNumbers[weekStart];
}

const weekdayNumbers = { saturday: 6, sunday: 0, monday: 1 } as const;

/** Whether single letters and signs do something: what listens to keys asks at each press. */
let areOn = true;

export function switchSingleKeys(on: boolean): void {
  areOn = on;
}

export function hasSingleKeys(): boolean {
  return areOn;
}
