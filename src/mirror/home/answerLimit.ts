import { EdgeFailed } from "./model.ts";

/** Milliseconds that all pages of one thing may take. */
const longest = 2 * 60 * 60_000;

/** Ends a series of pages that goes on for longer than a copy can have them: a Worker can be anybody's. */
export function createAnswerLimit({ rows }: { readonly rows: number }) {
  const until = performance.now() + longest;
  let left = rows;
  return {
    /** @param most that were asked for; throws where the page can't be right, or is one too many. */
    take(page: { readonly length: number }, most: number, isNext: boolean): void {
      left -= page.length;
      const isRight = page.length <= most && isNext;
      if (!isRight || left < 0 || performance.now() > until) throw new EdgeFailed("excess");
    },
  };
}
