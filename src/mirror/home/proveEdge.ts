import { randomBytes } from "node:crypto";
import { questionParameters, questionPath } from "../wire/calls.ts";
import { answerQuestion, signQuestion } from "../wire/sign.ts";
import type { PlainLink } from "../../server/features/publicAddress/publicProof.ts";
import { SetUpFailed } from "./setUpProblems.ts";

/** Milliseconds that an answer may take. */
const patience = 20_000;

/** Asks an address whether this home's mirror answers there; throws where it doesn't. */
export async function proveMirror(parts: {
  readonly address: string;
  readonly secret: string;
  readonly fetch: typeof fetch;
}): Promise<void> {
  const { address, secret } = parts;
  const nonce = randomBytes(24).toString("base64url");
  const question = new URL(`${address}${questionPath}`);
  question.searchParams.set(questionParameters.nonce, nonce);
  question.searchParams.set(questionParameters.signature, await signQuestion(secret, nonce));
  const response = await asked(parts, question.href);
  const text = await response.text().catch(() => "");
  if (text.trim() !== (await answerQuestion(secret, nonce))) throw silent(address);
}

/** Follows a link there, as somebody who looks before they go: it counts nothing. */
export async function proveLink(parts: {
  readonly address: string;
  readonly link: PlainLink;
  readonly fetch: typeof fetch;
}): Promise<void> {
  const { alias, to: expected } = parts.link;
  const link = `${parts.address}/${encodeURIComponent(alias)}`;
  const response = await asked(parts, link, "HEAD");
  const location = response.headers.get("location") ?? String(response.status);
  if (location !== expected) throw new SetUpFailed("proofFailed", { link, location, expected });
}

async function asked(
  parts: { readonly address: string; readonly fetch: typeof fetch },
  place: string,
  method: "GET" | "HEAD" = "GET",
): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(patience);
    return await parts.fetch(place, { method, redirect: "manual", signal });
  } catch (error) {
    throw silent(parts.address, error);
  }
}

function silent(address: string, cause?: unknown): SetUpFailed {
  return new SetUpFailed("silent", { address, seconds: patience / 1_000 }, { cause });
}
