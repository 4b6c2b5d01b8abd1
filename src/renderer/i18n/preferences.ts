import { z } from "zod";
import type { Weekday } from "./days.ts";

export const languages = ["en", "fa"] as const;
export type Language = (typeof languages)[number];

const preferences = z.object({
  language: z.enum(languages),
  digits: z.enum(["latin", "persian"]),
  calendar: z.enum(["gregorian", "jalali"]),
});
export type Preferences = z.output<typeof preferences>;

const place = "waypost.preferences";

/** Persian brings its own digits and calendar until the owner says otherwise. */
export function preferencesFor(language: Language): Preferences {
  return language === "fa"
    ? { language, digits: "persian", calendar: "jalali" }
    : { language, digits: "latin", calendar: "gregorian" };
}

export function loadPreferences(): Preferences {
  const parsed = preferences.safeParse(readStored());
  if (parsed.success) return parsed.data;
  return preferencesFor(navigator.language.startsWith("fa") ? "fa" : "en");
}

export function savePreferences(chosen: Preferences): void {
  localStorage.setItem(place, JSON.stringify(chosen));
}

function readStored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(place) ?? "null");
  } catch {
    return null;
  }
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "fa" ? "rtl" : "ltr";
}

/** The day that a reader's week begins with; 0 is Sunday. */
export function firstWeekdayOf({ language }: Pick<Preferences, "language">): Weekday {
  return language === "fa" ? 6 : 1;
}
