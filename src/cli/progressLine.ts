/** One line on a terminal that says how far something is; nothing in a file or a pipe. */
export interface ProgressLine {
  show(phase: string | null, done: number, total: number | null): void;
  clear(): void;
}

export function createProgressLine(stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  let isShown = false;
  return {
    show(phase, done, total) {
      if (!stream.isTTY) return;
      const count = total === null ? String(done) : `${done} of ${total}`;
      stream.write(`\r\u001B[K${phase ?? "working"} … ${done === 0 ? "" : count}`);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write("\r\u001B[K");
      isShown = false;
    },
  };
}
