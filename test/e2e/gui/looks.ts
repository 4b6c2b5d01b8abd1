import type { Page } from "@playwright/test";
import type { ScreenPath } from "../../../src/renderer/app/addresses.ts";
import { sectionNames } from "../../../src/contract/server/settingsTable.ts";
import type { Filled } from "../../support/fullStore.ts";
import { expect, go } from "./guiTest.ts";

export interface Look {
  /** Behind `#/`. */
  readonly at: string;
  /** Something that is there once the screen is filled. */
  readonly ready: string;
}

/** Of a settings section, what comes after the service was asked. */
const settled: Readonly<Record<string, string>> = {
  data: "li",
  about: "details",
};

/** Where each screen of the window is looked at; the compiler asks for a new one. */
export const looks: Readonly<Record<ScreenPath, (made: Filled) => readonly Look[]>> = {
  "": () => [{ at: "", ready: "[role=row] bdi" }],
  links: () => [{ at: "links", ready: "[role=row] bdi" }],
  "pages/:kind?/:id?": () => [{ at: "pages", ready: "iframe:not([data-coming])" }],
  "bio/:id?": ({ bio }) => [
    { at: "bio", ready: "[role=row] [role=gridcell]" },
    { at: `bio/${bio}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  "collections/:kind?/:id?": () => [{ at: "collections", ready: "li svg" }],
  "campaigns/:id?": ({ campaign }) => [
    { at: "campaigns", ready: "[role=row] [role=gridcell]" },
    { at: `campaigns/${campaign}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  "channels/:id?": () => [{ at: "channels", ready: "[role=row] [role=gridcell]" }],
  "links/:id": ({ link }) => [
    { at: `links/${link}`, ready: "[data-testid=clicks]" },
    { at: `links/${link}?compare=before&range=7d&browser=Firefox`, ready: "[data-testid=clicks]" },
  ],
  statistics: () => [{ at: "statistics", ready: "[data-testid=clicks]" }],
  qr: () => [{ at: "qr", ready: "[role=row] bdi" }],
  "qr/print": ({ qr }) => [{ at: `qr/print?ids=${qr}`, ready: "li img" }],
  "qr/:id": ({ qr }) => [
    { at: "qr/new", ready: "[role=radiogroup]" },
    { at: `qr/${qr}`, ready: "figure img" },
  ],
  tags: () => [{ at: "tags", ready: "li, [role=row] [role=gridcell]" }],
  "splash/:id?": ({ splash }) => [
    { at: "splash", ready: "[role=row] bdi" },
    { at: `splash/${splash}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  "overlays/:id?": ({ form }) => [
    { at: "overlays", ready: "[role=row] bdi" },
    { at: `overlays/${form}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  inbox: () => [{ at: "inbox", ready: "[role=row] bdi" }],
  "pixels/:id?": ({ pixel }) => [
    { at: "pixels", ready: "[role=row] bdi" },
    { at: `pixels/${pixel}`, ready: "[role=dialog] select" },
  ],
  "domains/:id?": ({ domain }) => [
    { at: "domains", ready: "[role=row] bdi" },
    { at: `domains/${domain}`, ready: "[role=dialog] dl" },
  ],
  history: () => [{ at: "history", ready: "a[href*='history/']" }],
  "history/:id": ({ change }) => [
    { at: `history/${change}`, ready: "a[href$='#/history'] + div h1" },
  ],
  trash: () => [{ at: "trash", ready: "a[href$='#/trash']" }],
  exchange: () => [
    { at: "exchange", ready: "h2" },
    { at: "exchange?tab=export", ready: "h2" },
    { at: "exchange?tab=backups", ready: "h2" },
  ],
  public: () => [{ at: "public", ready: "details > summary" }],
  "settings/:section?": () =>
    [...sectionNames, "edge", "ports"].map((name) => ({
      at: `settings/${name}`,
      ready: settled[name] ?? "section h3",
    })),
  automation: () => [{ at: "automation", ready: "li h3" }],
  api: () => [{ at: "api", ready: "iframe" }],
};

/** To a place within the window: a fresh load is what other specs try. */
export async function goToLook(page: Page, { at, ready }: Look): Promise<void> {
  await go(page, at);
  // A dialog lies outside the screen.
  const within = ready.startsWith("[role=dialog]") ? ready : `main ${ready}`;
  await expect(page.locator(within).first(), at).toBeVisible();
}
