import type { IncomingMessage } from "node:http";

/** How a body's time is kept: as a whole, until somebody who may take longer reads it as it comes. */
interface BodyTime {
  isLeft: boolean;
  /** From now on the reader looks after it. */
  leave(): void;
  /** What is still to come has as long as any other body. */
  resume(): void;
}

const ownTime = Symbol("time for the body");

/**
 * Stored on the request: until the next full collection, V8 keeps every value of an old WeakMap, so each request that
 * its value refers to would outlive its answer, and make the collections of the redirects that follow slow.
 */
interface TimedRequest extends IncomingMessage {
  [ownTime]?: BodyTime;
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * A body has so many milliseconds to arrive, however it is answered; then `expired` is called.
 * Node's own bound knows no exceptions, and large files from afar need one.
 */
export function boundBody(request: TimedRequest, most: number, expired: () => void): void {
  if (!hasBody(request)) return;
  let timer: NodeJS.Timeout | undefined;
  const time: BodyTime = {
    isLeft: false,
    leave() {
      clearTimeout(timer);
      time.isLeft = true;
    },
    resume() {
      clearTimeout(timer);
      time.isLeft = false;
      if (!request.complete && !request.destroyed) timer = setTimeout(expired, most).unref();
    },
  };
  request.once("close", () => time.leave());
  request[ownTime] = time;
  time.resume();
}

/** Whether the body's reader looks after its time. */
export function hasOwnPace(request: TimedRequest): boolean {
  return request[ownTime]?.isLeft === true;
}

/** What a sender must keep up while the whole of it may take as long as it takes. */
export interface Pace {
  /** Milliseconds without any byte. */
  readonly silence: number;
  /** Milliseconds over which the bytes are counted. */
  readonly window: number;
  /** That come in a window at least. */
  readonly bytes: number;
}

export const pace: Pace = { silence: 30_000, window: 60_000, bytes: 60 * 1024 };

export class TooSlow extends Error {
  override readonly name = "TooSlow";
}

/** The next piece, or {@link TooSlow} once nothing has come for so many milliseconds. */
function within<Piece>(next: Promise<Piece>, most: number): Promise<Piece> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow()), most);
    next.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The pieces of a body as long as they come at this pace; else throws {@link TooSlow}. Only time
 * spent waiting for the sender counts, never what the reader does with a piece.
 */
export async function* whileItComes(
  request: TimedRequest,
  { silence, window, bytes }: Pace,
): AsyncGenerator<Buffer> {
  const time = request[ownTime];
  time?.leave();
  // The connection must stay open for a refusal; the server drains what is left.
  const coming: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  let waited = 0;
  let came = 0;
  try {
    for (;;) {
      const startedAt = performance.now();
      const next = await within(coming.next(), silence);
      if (next.done === true) return;
      waited += performance.now() - startedAt;
      came += next.value.length;
      if (waited >= window) {
        if (came < bytes) throw new TooSlow();
        waited = 0;
        came = 0;
      }
      yield next.value;
    }
  } finally {
    time?.resume();
  }
}
