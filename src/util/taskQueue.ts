export interface TaskQueue {
  /** Runs the task after all that were added before it, whether they succeeded or failed. */
  run<Result>(task: () => Result | Promise<Result>): Promise<Result>;
  /** Resolves once all tasks added so far have ended. */
  idle(): Promise<void>;
}

/** Runs tasks one at a time, in the order they were added. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<void> = Promise.resolve();
  return {
    run(task) {
      const done = last.then(task);
      last = done.then(
        () => undefined,
        () => undefined,
      );
      return done;
    },
    idle: () => last,
  };
}
