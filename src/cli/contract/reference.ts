import type { ResponseOf } from "../../contract/operation.ts";
import { linkOperations } from "../../contract/links.ts";
import type { Client } from "../client.ts";
import { CommandFailed, Refused, exitCodes } from "../exitCodes.ts";

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

async function byShort(service: Client, short: string): Promise<SingleLink> {
  const { getLink, listLinks } = linkOperations;
  // With `short` a list answers as for a single link.
  return getLink.response.parse(await service(listLinks, { query: { short } }));
}

async function byId(service: Client, id: string): Promise<SingleLink> {
  const { getLink } = linkOperations;
  return getLink.response.parse(await service(getLink, { params: { id } }));
}

/**
 * The link that a person means by an id, an alias or a short address. Digits may be both an id and
 * an alias; where they name two links nothing is guessed.
 */
export async function linkOf(service: Client, reference: string): Promise<SingleLink> {
  const named = await found(byShort(service, reference));
  const numbered = /^[1-9]\d{0,15}$/.test(reference)
    ? await found(byId(service, reference))
    : undefined;
  if (named !== undefined && numbered !== undefined && named.id !== numbered.id) {
    throw new CommandFailed(
      exitCodes.wrongUse,
      `${reference} is the id of ${numbered.details.shorturl} and the alias of another link: give the short address instead.`,
    );
  }
  const link = numbered ?? named;
  if (link !== undefined) return link;
  throw new Refused(404, `There is no link "${reference}".`);
}
