/** Codes that one sheet is made of; more take a zip. */
export const mostPrinted = 300;

/** Where codes stand on a sheet, to be printed. */
export function printAddress(ids: readonly number[]): string {
  return `/qr/print?ids=${ids.join(",")}`;
}
