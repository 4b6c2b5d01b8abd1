import { nextTurn } from "../common/paging.ts";
import { Busy } from "../common/problems.ts";
import type { KeyRecord } from "../store/keyFile.ts";

/** Requests with one key that are at work at once. */
const mostAtWork = 4;
/** Requests with one key that wait for them. */
const mostWaiting = 2_000;
/** Bytes of bodies with one key that still come or wait with their requests. */
const mostBytes = 1 << 26;
/** Files that are made and sent with one key at once: each holds what it is made of. */
const mostFiles = 8;
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
  /** Of bodies that still come or wait. */
  bytes: number;
  files: number;
}

/** A turn, and the body of its request. */
export interface TurnWithBody<Body> {
  readonly bytes: Body;
  readonly endTurn: () => void;
}

const tooMany = () => new Busy("Too many requests at once. Please retry later.", 1);

/** Rejects for who leaves the line. */
function called(line: Line, gone: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    function call(): void {
      gone.removeEventListener("abort", leave);
      resolve();
    }
    function leave(): void {
      line.waiting.delete(call);
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- an AbortError
      reject(gone.reason);
    }
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
    const line = { atWork: 0, waiting: new Set<() => void>(), bytes: 0, files: 0 };
    this.#lines.set(bucket, line);
    return line;
  }

  #forgetUnused(bucket: string, { atWork, bytes, files }: Line): void {
    if (atWork === 0 && bytes === 0 && files === 0) this.#lines.delete(bucket);
  }

  /** Hands the place on to who has waited longest. */
  #makeRoom(bucket: string, line: Line): void {
    const [next] = line.waiting;
    if (next === undefined) {
      line.atWork -= 1;
      this.#forgetUnused(bucket, line);
    } else {
      line.waiting.delete(next);
      next();
    }
  }

  /**
   * Waits for a turn, and answers what ends it. Rejects with {@link Busy} where too many wait
   * already, and with the signal's reason once whoever asked has gone.
   */
  async take(bucket: string, gone: AbortSignal): Promise<() => void> {
    gone.throwIfAborted();
    const line = this.#lineOf(bucket);
    if (line.atWork < mostAtWork) line.atWork += 1;
    else if (line.waiting.size < mostWaiting) await called(line, gone);
    else throw tooMany();
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

  /** Counts a file until what it answers is called. Throws {@link Busy} where too many are on their way. */
  takeFile(bucket: string): () => void {
    const line = this.#lineOf(bucket);
    if (line.files >= mostFiles) {
      const text = `This key already has ${mostFiles} downloads. Read or close them, then try again.`;
      throw new Busy(text, 60);
    }
    line.files += 1;
    return () => {
      line.files -= 1;
      this.#forgetUnused(bucket, line);
    };
  }

  /**
   * Reads a body, then waits for a turn: whoever sends slowly takes nobody's. Rejects as {@link take} does, with
   * {@link Busy} also where too much comes at once, and as `read` does.
   *
   * @param read calls its parameter with the bytes of each piece
   */
  async takeWithBody<Body>(
    bucket: string,
    gone: AbortSignal,
    read: (come: (bytes: number) => void) => Promise<Body>,
  ): Promise<TurnWithBody<Body>> {
    let own = 0;
    try {
      const bytes = await read((more) => {
        const line = this.#lineOf(bucket);
        if (line.bytes + more > mostBytes) throw tooMany();
        line.bytes += more;
        own += more;
      });
      return { bytes, endTurn: await this.take(bucket, gone) };
    } finally {
      const line = this.#lineOf(bucket);
      line.bytes -= own;
      this.#forgetUnused(bucket, line);
    }
  }
}
