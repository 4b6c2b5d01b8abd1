/** One system call of a trace that was written with `strace -f -y`. */
export interface SystemCall {
  readonly name: string;
  readonly text: string;
  /** Places in the trace, so that calls of several threads can be put in order. */
  readonly begin: number;
  readonly end: number;
}

/** Joins what other threads interrupted: `fdatasync(21</f> <unfinished ...>` and its `resumed`. */
export function readTrace(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { name: string; text: string; begin: number }>();
  for (const [place, line] of trace.split("\n").entries()) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    if (resumed !== null) {
      const started = unfinished.get(thread);
      unfinished.delete(thread);
      if (started !== undefined) {
        calls.push({ ...started, text: started.text + (resumed[2] ?? ""), end: place });
      }
      continue;
    }
    const name = /^(\w+)\(/.exec(rest)?.[1];
    if (name === undefined) continue;
    if (rest.endsWith("<unfinished ...>")) {
      unfinished.set(thread, { name, text: rest.slice(0, -16), begin: place });
    } else calls.push({ name, text: rest, begin: place, end: place });
  }
  return calls.toSorted((a, b) => a.begin - b.begin);
}

/** The path of the descriptor that a call works on. */
export function pathOf({ text }: SystemCall): string | undefined {
  return /^\w+\(\d+<([^>]*)>/.exec(text)?.[1];
}

export function isSync({ name, text }: SystemCall): boolean {
  return (name === "fsync" || name === "fdatasync") && /\) += 0$/.test(text);
}
