import { linkOperations } from "../../contract/resources/links.ts";
import type { ResponseOf } from "../../contract/operation.ts";
import { Refused, wrongUse } from "../failures.ts";
import type { Answer, Call } from "../service/client.ts";
import { sibling, titleOf, type GeneratedCommand } from "./commands.ts";
import { itemsIn } from "./formatAnswer.ts";

/** As many as a list answers at once. */
const longestPage = 1000;

/** A link's address has one name in what callers send and another in what they get. */
function asSent(details: object): Answer {
  return "longurl" in details ? { ...details, url: details.longurl } : { ...details };
}

async function listed(list: GeneratedCommand, id: string, call: Call): Promise<Answer | undefined> {
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
  command: GeneratedCommand,
  { id }: Readonly<Record<string, unknown>>,
  call: Call,
): Promise<Answer> {
  const show = sibling(command, "show");
  if (show !== undefined) {
    const { details } = await call(show.row, { params: { id } });
    if (typeof details === "object" && details !== null) return asSent(details);
  }
  const list = sibling(command, "list");
  const item = list === undefined ? undefined : await listed(list, String(Number(id)), call);
  if (item !== undefined) return item;
  throw new Refused(404, `There is no ${titleOf(command.noun).one} with the ID ${String(id)}.`);
}

type SingleLink = ResponseOf<typeof linkOperations.getLink>;

/** Nothing when the service knows no such link; any other refusal goes on. */
async function found(answer: Promise<SingleLink>): Promise<SingleLink | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  }
}

async function byShort(service: Call, short: string): Promise<SingleLink> {
  const { getLink, listLinks } = linkOperations;
  // With `short` a list answers as for a single link.
  return getLink.response.parse(await service(listLinks, { query: { short } }));
}

async function byId(service: Call, id: string): Promise<SingleLink> {
  const { getLink } = linkOperations;
  return getLink.response.parse(await service(getLink, { params: { id } }));
}

/**
 * The link that a person means by an id, an alias or a short address. Digits may be both an id and
 * an alias; where they name two links nothing is guessed.
 */
export async function linkOf(service: Call, reference: string): Promise<SingleLink> {
  const named = await found(byShort(service, reference));
  const numbered = /^[1-9]\d{0,15}$/.test(reference)
    ? await found(byId(service, reference))
    : undefined;
  if (named !== undefined && numbered !== undefined && named.id !== numbered.id) {
    throw wrongUse(
      `${reference} is the ID of ${numbered.details.shorturl} and the alias of another link. Use the short URL instead.`,
    );
  }
  const link = numbered ?? named;
  if (link !== undefined) return link;
  throw new Refused(404, `There is no link "${reference}".`);
}
