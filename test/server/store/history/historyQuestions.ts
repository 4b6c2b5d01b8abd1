import type { SetFilter, Store } from "../../../../src/server/store/store.ts";

async function all<T>(found: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of found) items.push(item);
  return items;
}

const filters: readonly SetFilter[] = [
  {},
  { by: "script" },
  { scope: "owner" },
  { by: "import", scope: "api" },
  { collection: "links" },
  { collection: "domains" },
];

export interface Answered {
  readonly question: string;
  readonly answer: unknown;
}

/** As JSON has it: maps as pairs, nothing for what is undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_, part: unknown) =>
      part instanceof Map || part instanceof Set ? [...part] : part,
    ),
  );
}

/** Everything that a history can be asked, of some links and some names. */
export async function answersOf(
  { history }: Store,
  links: readonly number[],
  names: readonly string[],
): Promise<Answered[]> {
  const answers: Answered[] = [];
  const note = (question: string, answer: unknown) =>
    answers.push({ question, answer: plain(answer) });
  for (const filter of filters) {
    for (const [offset, limit] of [
      [0, 7],
      [11, 5],
      [0, 1000],
    ] as const) {
      note(
        `sets ${JSON.stringify({ ...filter, offset, limit })}`,
        await history.sets({ ...filter, offset, limit }),
      );
    }
  }
  const { items } = await history.sets({ offset: 0, limit: 1000 });
  for (const { id } of items) {
    note(`set ${id}`, await history.set(id));
    note(`records of ${id}`, await all(history.records(id)));
  }
  for (const id of links) note(`changes of link ${id}`, await all(history.ofRecord("links", id)));
  note("removed links", await all(history.removed("links")));
  note("links without trace", await history.withoutTrace("links", [...links, 99_999]));
  for (const name of names) {
    note(`link called ${name}`, await history.formerAlias(name.toUpperCase(), undefined));
  }
  return answers;
}
