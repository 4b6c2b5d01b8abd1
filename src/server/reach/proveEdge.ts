import { randomBytes } from "node:crypto";
import { questionParameters, questionPath } from "../../edge/wire/calls.ts";
import { answerQuestion, signQuestion } from "../../edge/wire/sign.ts";
import type { PlainLink } from "../services/publicProof.ts";
import { SetUpFailed } from "./setUpProblems.ts";

/** Milliseconds that an answer may take. */
const patience = 20_000;

/** Asks an address whether this home's mirror answers there. */
export async function isMirrorAt(parts: {
  readonly address: string;
  readonly secret: string;
  readonly fetch: typeof fetch;
}): Promise<boolean> {
  const { address, secret } = parts;
  const nonce = randomBytes(24).toString("base64url");
  const question = new URL(`${address}${questionPath}`);
  question.searchParams.set(questionParameters.nonce, nonce);
  question.searchParams.set(questionParameters.signature, await signQuestion(secret, nonce));
  try {
    const response = await parts.fetch(question, {
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    const text = await response.text();
    return response.ok && text.trim() === (await answerQuestion(secret, nonce));
  } catch {
    return false;
  }
}

/** Follows a link there, as somebody who looks before they go: it counts nothing. */
export async function followAt(parts: {
  readonly address: string;
  readonly link: PlainLink;
  readonly fetch: typeof fetch;
}): Promise<void> {
  const { alias, to: expected } = parts.link;
  const link = `${parts.address}/${encodeURIComponent(alias)}`;
  let location = "";
  try {
    const response = await parts.fetch(link, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    location = response.headers.get("location") ?? String(response.status);
  } catch {
    location = "?";
  }
  if (location !== expected) throw new SetUpFailed("proofFailed", { link, location, expected });
}
