/** Runs something once, later; answers how to call it off. */
export type Alarm = (milliseconds: number, run: () => void) => () => void;

/** By the system's clock. No process stays for it. */
export const systemAlarm: Alarm = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};
