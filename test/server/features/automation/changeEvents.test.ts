import { expect, onTestFinished, test, vi } from "vitest";
import { changeEvents } from "../../../../src/server/features/automation/webhooks/changeEvents.ts";
import type { RecordChange, SetSummary } from "../../../../src/server/store/store.ts";

const most = 40_000;
const time = Date.parse("2026-03-10T12:00:00Z");

/** Changes of an import, as History reads them. */
function* imported(count: number): Generator<RecordChange> {
  for (let id = 1; id <= count; id += 1) {
    yield { set: 7, commit: 1, at: time, collection: "links", id, before: null, after: { id } };
  }
}

/** The events of an import, how many changes were read, and how often others had their turn. */
async function read(count: number, isEnding: (read: number) => boolean = () => false) {
  // Each look at the clock is a tenth of a millisecond later.
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 0.1));
  onTestFinished(() => clock.mockRestore());
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  onTestFinished(() => clearImmediate(next));
  let done = 0;
  const history = {
    async *records() {
      for (const change of imported(count)) {
        done += 1;
        yield change;
      }
    },
  };
  // As much of the store as is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const app = { store: { history, links: new Map() }, linkPresenter: {} } as never;
  const set: SetSummary = {
    id: 7,
    at: time,
    origin: { by: "import", operation: "importLinks", scope: "owner" },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what isn't used is left out
    ...({} as Omit<SetSummary, "id" | "at" | "origin">),
  };
  const events = [];
  const asked = { seed: "seed", isEnding: () => isEnding(done) };
  for await (const { event, message } of changeEvents(app, set, asked)) {
    events.push({ event, message });
  }
  return { events, turns, done };
}

test("a change of very many links is read in slices, and each link is told of once", async () => {
  const { events, turns } = await read(most);
  const ids = events.flatMap(({ event }) =>
    event.type === "change.made" ? event.data.links.created : [],
  );
  expect(ids).toHaveLength(most);
  expect(new Set(ids).size).toBe(most);
  expect(new Set(events.map(({ message }) => message)).size).toBe(events.length);
  const [last] = events.slice(-1);
  expect(last?.event).toMatchObject({ data: { part: events.length, parts: events.length } });
  // A slice has 8 milliseconds, which are 80 looks at the clock: once for each that is read, and each that is told.
  expect(turns).toBeGreaterThan((2 * most) / 80 - 100);
});

test("a change of very many links is read no further once Waypost ends", async () => {
  const { events, done } = await read(most, (count) => count >= 5_000);
  expect([events, done]).toEqual([[], 5_000]);
});
