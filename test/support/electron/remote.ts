import { runInThisContext } from "node:vm";

type Run = (electron: object, argument: unknown) => unknown;

interface Question {
  readonly kind: "evaluate";
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

/** Runs what a spec sends, as Playwright's `electronApplication.evaluate` does in real Electron. */
export function answerTest(electron: object): void {
  process.on("message", (message: Question) => {
    void answer(electron, message);
  });
  // The channel must not keep the process alive once its windows are gone.
  process.channel?.unref();
}

async function answer(electron: object, { id, source, argument }: Question): Promise<void> {
  try {
    const run = runInThisContext(`(${source})`) as Run;
    process.send?.({ kind: "answer", id, value: await run(electron, argument) });
  } catch (error) {
    process.send?.({ kind: "answer", id, failure: String(error) });
  }
}
