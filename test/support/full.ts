/** Whether this is `npm run test:full`, which repeats and generates more than `npm test`. */
export const isFull = process.env["WAYPOST_TEST_FULL"] === "1";

/** How many generated cases a property is checked with: five times as many in the full run. */
export function runs(quick: number): number {
  return isFull ? quick * 5 : quick;
}
