/** Characters of a header that are read; the rest of a longer one is cut. */
export const headerLengths = { userAgent: 512, referrer: 2_048, acceptLanguage: 256 } as const;

/** No IP address is longer, not even with the name of an interface behind it. */
export const longestAddress = 64;
