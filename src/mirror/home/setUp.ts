import { byMirror } from "./byMirror.ts";
import type { EdgePlace } from "./edgeState.ts";
import { proveLink, proveMirror } from "./proveEdge.ts";
import type { SetUpParts } from "./setUpParts.ts";
import type { Steps } from "./setUpProgress.ts";
import { upload } from "./upload.ts";

/** Makes a mirror, or renews the Worker of the one that there is. */
export async function setUp(parts: SetUpParts, place: EdgePlace, steps: Steps): Promise<void> {
  const whose = parts.kept.now() === null ? "new" : "ours";
  await parts.closeMirror();
  const record = await upload(parts, place, steps, whose);
  await steps.take("adopt", async () => {
    await parts.kept.set(record);
    // One that is nobody's yet becomes this home's with its first question.
    await byMirror(parts, "drain");
  });
  await fillAndProve(parts, steps);
}

/** Becomes the home that writes there, by a new Worker with a secret of its own. */
export async function takeOverWithToken(
  parts: SetUpParts,
  place: EdgePlace,
  steps: Steps,
): Promise<void> {
  await parts.closeMirror();
  await parts.kept.set(await upload(parts, place, steps, "any"));
  await takeOver(parts, steps);
}

/** With the secret that is here. */
export async function takeOver(parts: SetUpParts, steps: Steps): Promise<void> {
  await steps.take("adopt", () => byMirror(parts, "takeOver"));
  await fillAndProve(parts, steps);
}

async function fillAndProve(parts: SetUpParts, steps: Steps): Promise<void> {
  await steps.take("push", () => byMirror(parts, "push"));
  const { address = "" } = parts.kept.now() ?? {};
  await steps.take("prove", async () => {
    await proveMirror({ address, secret: await parts.openedSecret(), fetch: parts.fetch });
    const link = parts.plainLink();
    if (link !== null) await proveLink({ address, link, fetch: parts.fetch });
  });
}
