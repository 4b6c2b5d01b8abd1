import type { Page } from "@playwright/test";

/** Puts what a page's own scripts and its policy complain of with the others. */
export function hearComplaints(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    // A refused request is part of the tests; a refused style or script is not.
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
}
