import type { AddLinkBody } from "../contract/links.ts";
import type { CallOf } from "../contract/operation.ts";
import type { Operations } from "../contract/operations.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";

/** Flags of `waypost add` as they stand on the command line. */
export interface AddFlags {
  readonly alias?: string;
  readonly title?: string;
  readonly note?: string;
  readonly password?: string;
  readonly expiry?: string;
  readonly domain?: string;
  readonly type?: string;
  readonly public?: boolean;
  readonly param?: readonly string[];
  readonly country?: readonly string[];
  readonly device?: readonly string[];
  readonly language?: readonly string[];
}

type Body = CallOf<Operations["addLink"]>["body"];
type Sent = { readonly [Field in keyof AddLinkBody]?: unknown };

/** `name=value`, cut at the first `=`: addresses have more of them. */
function pair(flag: string, sample: string, text: string): readonly [string, string] {
  const cut = text.indexOf("=");
  if (cut > 0) return [text.slice(0, cut), text.slice(cut + 1)];
  throw new CommandFailed(exitCodes.wrongUse, `${flag} takes ${sample}, not "${text}".`);
}

function list<Entry>(
  flag: string,
  sample: string,
  texts: readonly string[] | undefined,
  entry: (name: string, value: string) => Entry,
): Entry[] | undefined {
  return texts?.map((text) => entry(...pair(flag, sample, text)));
}

/** The body that the flags ask for. What the contract makes of a value is the service's to judge. */
export function addLinkBody(url: string, flags: AddFlags): Body {
  const body = {
    url,
    custom: flags.alias,
    metatitle: flags.title,
    description: flags.note,
    password: flags.password,
    expiry: flags.expiry,
    domain: flags.domain,
    type: flags.type,
    status: flags.public === true ? "public" : undefined,
    parameters: list("--param", "name=value", flags.param, (name, value) => ({ name, value })),
    geotarget: list("--country", "DE=https://…", flags.country, (location, link) => ({
      location,
      link,
    })),
    devicetarget: list("--device", "iphone=https://…", flags.device, (device, link) => ({
      device,
      link,
    })),
    languagetarget: list("--language", "fa=https://…", flags.language, (language, link) => ({
      language,
      link,
    })),
  } satisfies Sent;
  // Keys without a value don't travel in JSON, and what the values may be is the service's to say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return body as Body;
}
