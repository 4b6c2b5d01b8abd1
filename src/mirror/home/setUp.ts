import type { EdgePlace } from "../../contract/server/edge.ts";
import { byMirror } from "./byMirror.ts";
import type { SetUpParts } from "./setUpParts.ts";
import type { Steps } from "./setUpProgress.ts";
import { upload } from "./upload.ts";
import type { PlainLink } from "../../server/features/publicAddress/publicProof.ts";
import { SetUpFailed } from "./model.ts";

/** Milliseconds that an answer may take. */
const patience = 20_000;

/** Follows a link there, as somebody who looks before they go: it counts nothing. */
async function proveLink(
  { fetch: send }: SetUpParts,
  address: string,
  { alias, to: expected }: PlainLink,
): Promise<void> {
  const link = `${address}/${encodeURIComponent(alias)}`;
  const signal = AbortSignal.timeout(patience);
  const response = await send(link, { method: "HEAD", redirect: "manual", signal }).catch(
    (cause: unknown) => {
      throw new SetUpFailed("silent", { address, seconds: patience / 1_000 }, { cause });
    },
  );
  const location = response.headers.get("location") ?? String(response.status);
  if (location !== expected) throw new SetUpFailed("proofFailed", { link, location, expected });
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
  await steps.take("verify", async () => {
    // That it is the copy which answers there, its signed answers have shown.
    const link = parts.plainLink();
    if (link !== null) await proveLink(parts, parts.saved.now()?.address ?? "", link);
  });
}
