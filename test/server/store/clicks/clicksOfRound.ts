/** Clicks that forgetter.ts records at once. */
export const clicksOfRound = 16;
