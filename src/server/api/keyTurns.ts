import { nextTurn } from "../common/paging.ts";
import { Busy } from "../common/problems.ts";
import type { KeyRecord } from "../store/keyFile.ts";

/** Requests with one key that are at work at once. */
const mostAtWork = 4;
/** Requests with one key that wait for them, and bytes of their bodies. */
const mostWaiting = 2_000;
const mostBytes = 1 << 26;
/** Bytes that a request counts for where its body isn't known. */
const usualBytes = 1 << 18;
/** Milliseconds after which a request makes room: it waits for files or the web, and hardly works. */
const longestWork = 10_000;

/** Under which requests with a key beside the first one are counted. */
export function bucketOfKey({ id }: Pick<KeyRecord, "id">): string {
  return `key ${id}`;
}

interface Line {
  atWork: number;
  /** In the order in which they came. */
  readonly waiting: Set<() => void>;
  /** Of the bodies of those that wait. */
  bytes: number;
}

/** Rejects for who leaves the line. */
function called(line: Line, gone: AbortSignal, bytes: number): Promise<void> {
  return new Promise((resolve, reject) => {
    function call(): void {
      line.bytes -= bytes;
      gone.removeEventListener("abort", leave);
      resolve();
    }
    function leave(): void {
      line.bytes -= bytes;
      line.waiting.delete(call);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an AbortError
      reject(gone.reason);
    }
    line.bytes += bytes;
    line.waiting.add(call);
    gone.addEventListener("abort", leave, { once: true });
  });
}

/** Requests with a key are at work a few at a time, so that many at once hold no visitor up. */
export class KeyTurns {
  readonly #lines = new Map<string, Line>();

  #lineOf(bucket: string): Line {
    const known = this.#lines.get(bucket);
    if (known !== undefined) return known;
    const line = { atWork: 0, waiting: new Set<() => void>(), bytes: 0 };
    this.#lines.set(bucket, line);
    return line;
  }

  /** Hands the place on to who has waited longest. */
  #makeRoom(bucket: string, line: Line): void {
    const [next] = line.waiting;
    if (next === undefined) {
      line.atWork -= 1;
      if (line.atWork === 0) this.#lines.delete(bucket);
    } else {
      line.waiting.delete(next);
      next();
    }
  }

  /**
   * Waits for a turn, and answers what ends it. Rejects with {@link Busy} where too many wait
   * already, and with the signal's reason once whoever asked has gone. `bytes` are of its body.
   */
  async take(bucket: string, gone: AbortSignal, bytes = usualBytes): Promise<() => void> {
    gone.throwIfAborted();
    const line = this.#lineOf(bucket);
    const hasRoom = line.waiting.size < mostWaiting && line.bytes + bytes <= mostBytes;
    if (line.atWork < mostAtWork) line.atWork += 1;
    else if (hasRoom) await called(line, gone, bytes);
    else throw new Busy("Too many requests at once. Please retry later.", 1);
    let isOver = false;
    const end = () => {
      if (!isOver) this.#makeRoom(bucket, line);
      isOver = true;
      clearTimeout(timer);
    };
    const timer = setTimeout(end, longestWork).unref();
    // Requests that arrive together would else be answered in one go.
    await nextTurn();
    if (gone.aborted) end();
    gone.throwIfAborted();
    return end;
  }
}
