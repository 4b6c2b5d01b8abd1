import { wrongUse } from "../failures.ts";
import { standardInput } from "./input.ts";

/** A token as its flag gives it: on a command line other users of the computer could read it. */
export function tokenOf(flag: string | undefined): Promise<string | undefined> {
  return givenOf(flag, "token");
}

/** The same for a token that isn't stored, so that an empty one makes no sense. */
export async function cloudflareToken(flag: string | undefined): Promise<string | undefined> {
  const token = await tokenOf(flag);
  if (token === "") throw wrongUse("There's no token on standard input. Pass the token there.");
  return token;
}

export function secretOf(flag: string | undefined): Promise<string | undefined> {
  return givenOf(flag, "secret");
}

async function givenOf(
  flag: string | undefined,
  what: "token" | "secret",
): Promise<string | undefined> {
  if (flag === undefined) return undefined;
  if (flag === "-") return (await standardInput()).trim();
  throw wrongUse(
    `Other users could read a ${what} on the command line. Use --${what} - and pass the ${what} on standard input.`,
  );
}
