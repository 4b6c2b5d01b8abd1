/** To the owner's terminal or log file, with its time in UTC; never a key, a query or a header. */
export function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${line}\n`);
}
