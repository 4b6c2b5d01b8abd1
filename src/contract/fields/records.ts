/** The words for what is kept, as callers see them. */
export const recordKinds = [
  "links",
  "domains",
  "channels",
  "campaigns",
  "pixels",
  "overlays",
  "splash",
  "qr",
  "bio",
  "answers",
  "views",
  "clicks",
  "account",
  "settings",
] as const;
export type RecordKind = (typeof recordKinds)[number];
