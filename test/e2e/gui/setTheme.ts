import type { Page } from "@playwright/test";

/** Opens pages in a language, with its digits and calendar, and in a look. */
export async function setTheme(
  page: Page,
  language: "en" | "fa",
  colorScheme: "light" | "dark",
): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.addInitScript((chosen) => {
    // The frame of a preview has no store; and what was chosen in the window since holds.
    if (origin === "null" || localStorage.getItem("waypost.preferences") !== null) return;
    const isPersian = chosen === "fa";
    localStorage.setItem(
      "waypost.preferences",
      JSON.stringify({
        language: chosen,
        digits: isPersian ? "persian" : "latin",
        calendar: isPersian ? "jalali" : "gregorian",
      }),
    );
  }, language);
}
