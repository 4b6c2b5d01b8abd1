import { byMirror } from "./byMirror.ts";
import { boundedText } from "./client.ts";
import type { EdgePlace } from "./edgeState.ts";
import type { SetUpParts } from "./setUpParts.ts";
import type { Steps } from "./setUpProgress.ts";
import { upload } from "./upload.ts";
import { randomBytes } from "node:crypto";
import { questionParameters, questionPath } from "../wire/calls.ts";
import { answerQuestion, signQuestion } from "../wire/sign.ts";
import type { PlainLink } from "../../server/features/publicAddress/publicProof.ts";
import { SetUpFailed } from "./model.ts";

/** Milliseconds that an answer may take. */
const patience = 20_000;

/** Asks an address whether this home's mirror answers there; throws where it doesn't. */
async function proveMirror(parts: {
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
  const text = await boundedText(response).catch(() => "");
  if (text.trim() !== (await answerQuestion(secret, nonce))) throw silent(address);
}

/** Follows a link there, as somebody who looks before they go: it counts nothing. */
async function proveLink(parts: {
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

/** Makes a mirror, or renews the Worker of the one that there is. */
export async function setUp(parts: SetUpParts, place: EdgePlace, steps: Steps): Promise<void> {
  const whose = parts.saved.now() === null ? "new" : "ours";
  await parts.closeMirror();
  const { record, route } = await upload(parts, place, steps, whose);
  await steps.take("adopt", async () => {
    await parts.saved.set(record);
    // One that is nobody's yet becomes this home's with its first question.
    await byMirror(parts, "drain");
  });
  await fillAndProve(parts, steps);
  if (route === null) steps.skip("route");
  else await steps.take("route", route);
}

/** Becomes the home that writes there, by a new Worker with a secret of its own. */
export async function takeOverWithToken(
  parts: SetUpParts,
  place: EdgePlace,
  steps: Steps,
): Promise<void> {
  await parts.closeMirror();
  await parts.saved.set((await upload(parts, place, steps, "any")).record);
  await takeOver(parts, steps);
}

/** With the secret that is here. */
export async function takeOver(parts: SetUpParts, steps: Steps): Promise<void> {
  await steps.take("adopt", () => byMirror(parts, "takeOver"));
  await fillAndProve(parts, steps);
}

/** Uploads what the copy is to hold, and proves that a link works there. */
export async function fillAndProve(parts: SetUpParts, steps: Steps): Promise<void> {
  await steps.take("push", () => byMirror(parts, "push"));
  const { address = "" } = parts.saved.now() ?? {};
  await steps.take("verify", async () => {
    const { now: secret } = await parts.openedSecrets();
    await proveMirror({ address, secret, fetch: parts.fetch });
    const link = parts.plainLink();
    if (link !== null) await proveLink({ address, link, fetch: parts.fetch });
  });
}
