import { itemsIn } from "./answers.ts";
import type { Answer, Client } from "../client.ts";
import { sibling, type TableCommand } from "./commands.ts";
import { Refused } from "../exitCodes.ts";
import { titleOf } from "./commands.ts";

/** As many as a list answers at once. */
const longestPage = 1000;

/** A link's address has one name in what callers send and another in what they get. */
function asSent(details: object): Answer {
  return "longurl" in details ? { ...details, url: details.longurl } : { ...details };
}

async function listed(list: TableCommand, id: string, call: Client): Promise<Answer | undefined> {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call(list.row, { query: { limit: longestPage, page } });
    const { items, pages: known } = itemsIn(answer);
    const item = items.find((one) => String(one["id"]) === id);
    if (item !== undefined) return item;
    pages = known;
  }
}

/** What a thing is before it is changed, by the names of its fields. */
export async function currentOf(
  command: TableCommand,
  { id }: Readonly<Record<string, unknown>>,
  call: Client,
): Promise<Answer> {
  const show = sibling(command, "show");
  if (show !== undefined) {
    const { details } = await call(show.row, { params: { id } });
    if (typeof details === "object" && details !== null) return asSent(details);
  }
  const list = sibling(command, "list");
  const item = list === undefined ? undefined : await listed(list, String(Number(id)), call);
  if (item !== undefined) return item;
  throw new Refused(404, `There is no ${titleOf(command.noun).one} with the id ${String(id)}.`);
}
