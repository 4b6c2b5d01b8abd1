/** The address of every screen, behind `#/`: the table of screens and the tests of all screens follow it. */
export const screenPaths = [
  "",
  "links",
  "links/:id",
  "bio/:id?",
  "campaigns/:id?",
  "channels/:id?",
  "statistics",
  "tags",
  "splash/:id?",
  "overlays/:id?",
  "inbox",
  "pixels/:id?",
  "domains/:id?",
  "history",
  "history/:id",
  "trash",
  "exchange",
  "public",
  "settings/:section?",
  "api/:operation?",
] as const;
export type ScreenPath = (typeof screenPaths)[number];
