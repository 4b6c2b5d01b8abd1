/** Longest piece of work on the store before others get their turn, in milliseconds. */
const sliceTime = 5;
/** Steps between two looks at the clock. */
const stepsOfLook = 8;

/** Tells a long piece of work when to let others go on. */
export function pauseAfter() {
  let sliceEnd = performance.now() + sliceTime;
  let steps = 0;
  return {
    isDue(): boolean {
      steps += 1;
      return steps % stepsOfLook === 0 && performance.now() >= sliceEnd;
    },
    async now(): Promise<void> {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      sliceEnd = performance.now() + sliceTime;
    },
  };
}
