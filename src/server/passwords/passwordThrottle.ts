/** Wrong tries on one link within an hour after which they are spaced out. */
const free = 100;
/** Milliseconds. */
const hour = 60 * 60_000;
/** Each wrong try past the free ones makes the next wait this much longer; milliseconds. */
const step = 300;
/** Milliseconds between two tries, at most. */
const longestGap = 30_000;
/** Tries that wait for their turn on one link, at most and at least. */
const places = { most: 16, least: 2 } as const;
/** Nobody should wait much longer than this for an answer; milliseconds. */
const patience = 60_000;
/** Lines remembered at once; the ones tried longest ago make room. */
const mostLines = 10_000;
/** Networks whose place in the round of a link is remembered. */
const mostNetworks = 1_000;

/** Whose try it is; null: nobody can tell. */
export interface Client {
  readonly network: string | null;
  /** Whether the network has tried lately. One that hasn't doesn't wait for those that have. */
  readonly hasTried: boolean;
}

/** A try that may go on. */
export interface Attempt {
  /** Only a wrong one counts, and keeps the next one waiting. */
  end(was: "wrong" | "right" | "unknown"): void;
}

export interface PasswordThrottle {
  /**
   * Resolves when a try on the link may go on: at once for the first hundred wrong ones of an hour,
   * then one by one, further and further apart, a network after the other. Networks without a wrong
   * try have a line of their own: only a hundred wrong first tries of an hour slow theirs. Null: too
   * many wait.
   */
  take(link: number, client: Client): Promise<Attempt | null>;
  /** Seconds after which a try that found too many waiting has a chance. */
  retryAfter(link: number, client: Client): number;
}

interface Waiting {
  readonly client: Client;
  readonly settle: (attempt: Attempt | null) => void;
}

/** What is known of the tries on one link, of networks with or without a wrong try. */
interface Line {
  /** Moments of tries that are being made or were wrong, oldest first. */
  wrong: number[];
  /** When the next one may go on. */
  free: number;
  readonly waiting: Waiting[];
  /** Whether one that waited is being made, or the next one's moment waited for. */
  isBusy: boolean;
  /** Networks in the order in which they had their last turn. */
  readonly served: Set<string | null>;
}

function gapAfter(wrong: number): number {
  return wrong < free ? 0 : Math.min(longestGap, step * (wrong - free + 1));
}

function placesIn({ wrong }: Line): number {
  const inTime = Math.floor(patience / gapAfter(wrong.length));
  return Math.max(places.least, Math.min(places.most, inTime));
}

function keyOf(link: number, { network, hasTried }: Client): string {
  return network !== null && !hasTried ? `${link} first` : `${link}`;
}

/** Slows the tries on a link, whoever makes them: a guesser can make others wait, and lets nobody in. */
export function createPasswordThrottle({
  clock,
  wait,
  random = Math.random,
}: {
  clock: () => number;
  wait: (milliseconds: number) => Promise<void>;
  random?: () => number;
}): PasswordThrottle {
  const lines = new Map<string, Line>();

  function lineOf(key: string, now: number): Line {
    const line: Line = lines.get(key) ?? {
      wrong: [],
      free: 0,
      waiting: [],
      isBusy: false,
      served: new Set(),
    };
    lines.delete(key);
    lines.set(key, line);
    line.wrong = line.wrong.filter((moment) => moment > now - hour);
    for (const [other, { wrong, waiting, isBusy }] of lines) {
      const isOld = (wrong.at(-1) ?? 0) <= now - hour;
      if (other === key || isBusy || waiting.length > 0 || !(isOld || lines.size > mostLines)) {
        break;
      }
      lines.delete(other);
    }
    return line;
  }

  /** Counted before anything is known about it, so that many at once don't slip through. */
  function begin(line: Line, ended: () => void): Attempt {
    const now = clock();
    line.wrong.push(now);
    return {
      end(was) {
        if (was === "wrong") {
          line.free = clock() + gapAfter(line.wrong.length);
        } else {
          const place = line.wrong.indexOf(now);
          if (place >= 0) line.wrong.splice(place, 1);
        }
        ended();
      },
    };
  }

  async function serveNext(line: Line): Promise<void> {
    await wait(Math.max(0, line.free - clock()));
    const ended = () => {
      line.isBusy = false;
      serve(line);
    };
    const next = takeFirst(line);
    if (next === undefined) ended();
    else next.settle(begin(line, ended));
  }

  /** Has the next one go on when its moment has come. */
  function serve(line: Line): void {
    if (line.isBusy || line.waiting.length === 0) return;
    line.isBusy = true;
    void serveNext(line);
  }

  /** Sends one away where too many wait: of the network with most. */
  function makeRoom(line: Line): void {
    if (line.waiting.length <= placesIn(line)) return;
    const counts = new Map<string | null, number>();
    for (const { client } of line.waiting)
      counts.set(client.network, (counts.get(client.network) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const worst = line.waiting.filter(({ client }) => counts.get(client.network) === most);
    // By the dice: nobody keeps all the places by having come first.
    const away = worst[Math.floor(random() * worst.length)];
    if (away === undefined) return;
    line.waiting.splice(line.waiting.indexOf(away), 1);
    away.settle(null);
  }

  return {
    async take(link, client) {
      const line = lineOf(keyOf(link, client), clock());
      const isFree = line.wrong.length < free && line.waiting.length === 0;
      if (isFree) return begin(line, () => undefined);
      return new Promise((settle) => {
        line.waiting.push({ client, settle });
        makeRoom(line);
        serve(line);
      });
    },
    retryAfter(link, client) {
      const line = lines.get(keyOf(link, client));
      if (line === undefined) return 1;
      const gap = gapAfter(line.wrong.length);
      return Math.max(1, Math.ceil((gap * (line.waiting.length + 1)) / 1_000));
    },
  };
}

/** The one that waits longest of the network that had no turn for longest. */
function takeFirst({ waiting, served }: Line): Waiting | undefined {
  const order = [...served];
  const lastTurn = ({ client }: Waiting) => order.indexOf(client.network);
  const [first] = waiting.toSorted((one, other) => lastTurn(one) - lastTurn(other));
  if (first === undefined) return undefined;
  waiting.splice(waiting.indexOf(first), 1);
  const { network } = first.client;
  served.delete(network);
  served.add(network);
  const [longestAgo] = served;
  if (served.size > mostNetworks && longestAgo !== undefined) served.delete(longestAgo);
  return first;
}
