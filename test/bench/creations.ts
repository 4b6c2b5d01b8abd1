import type { ServiceProcess } from "../support/serviceProcess.ts";
import type { LoadProcess } from "./load.ts";
import type { LoadResult } from "./loadGenerator.ts";
import { startMeasured } from "./servers.ts";
import { median } from "./statistics.ts";

/** At once: as many as share a sync well; the single writer's time is told by {@link CreationSize.alone}. */
const writers = 16;
const note = "A note that says where the link is used, for whom it was made, and until when.";

export interface CreationSize {
  readonly links: number;
  /** Acknowledged creations a second, one figure a round. */
  readonly rates: readonly number[];
  /** Milliseconds from request to acknowledgement, one writer, median over the rounds. */
  readonly alone: number;
  /** Milliseconds for 50 creations at once, the slowest of them, median over the rounds. */
  readonly fiftyAtOnce: number;
}

export interface CreationFigures {
  readonly small: CreationSize;
  readonly large: CreationSize;
  /** Median over the rounds of the rate at the large size by that at the small one. */
  readonly ratio: number;
}

interface Round {
  readonly rate: number;
  readonly alone: number;
  readonly fiftyAtOnce: number;
}

/** Creations over HTTP; afterwards they are deleted again, so that the store keeps its size. */
async function oneRound(
  load: LoadProcess,
  service: ServiceProcess,
  count: number,
  serial: number,
): Promise<Round> {
  const port = Number(new URL(service.ready.baseUrl).port);
  const key = service.ready.apiKey;
  const make = (connections: number, links: number, part: number): Promise<LoadResult> =>
    load.run({
      port,
      connections,
      count: links,
      requests: { kind: "creations", key, note, serial: serial * 10 + part },
    });
  const together = await make(writers, count, 1);
  const alone = await make(1, Math.ceil(count / 10), 2);
  const fifty = await make(50, 50, 3);
  const ids = [...together.ids, ...alone.ids, ...fifty.ids];
  await load.run({
    port,
    connections: writers,
    count: ids.length,
    requests: { kind: "deletions", key, ids },
  });
  return {
    rate: together.answered / together.seconds,
    alone: alone.p50,
    fiftyAtOnce: fifty.longest,
  };
}

function summary(links: number, rounds: readonly Round[]): CreationSize {
  return {
    links,
    rates: rounds.map((round) => round.rate),
    alone: median(rounds.map((round) => round.alone)),
    fiftyAtOnce: median(rounds.map((round) => round.fiftyAtOnce)),
  };
}

/** Rounds on the small and on the large store, taken in turns. */
export async function measureCreations(
  load: LoadProcess,
  folders: { readonly small: string; readonly large: string },
  sizes: { readonly small: number; readonly large: number },
  rounds: number,
  count: number,
): Promise<CreationFigures> {
  const small = await startMeasured(folders.small);
  const large = await startMeasured(folders.large);
  try {
    const smallRounds: Round[] = [];
    const largeRounds: Round[] = [];
    const warmUp = 2;
    for (let serial = 0; serial < rounds + warmUp; serial += 1) {
      const atSmall = await oneRound(load, small, count, serial);
      const atLarge = await oneRound(load, large, count, serial);
      if (serial < warmUp) continue;
      smallRounds.push(atSmall);
      largeRounds.push(atLarge);
    }
    return {
      small: summary(sizes.small, smallRounds),
      large: summary(sizes.large, largeRounds),
      ratio: median(
        largeRounds.map((round, index) => round.rate / (smallRounds[index]?.rate ?? Number.NaN)),
      ),
    };
  } finally {
    await Promise.all([small.stop(), large.stop()]);
  }
}
