/** Of an answer that isn't a page: shown as one all the same, it loads, runs and frames nothing. */
export const dataPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
