/** Words that can't be an alias: first segments of paths that the service answers, or keeps. */
export const reservedAliases = [
  "api",
  "app",
  "assets",
  "favicon.ico",
  "q",
  "qr",
  "r",
  "robots.txt",
  "u",
  ".well-known",
] as const;
