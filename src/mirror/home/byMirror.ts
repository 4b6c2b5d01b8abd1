import type { Mirror } from "./mirror.ts";
import { EdgeFailed } from "./model.ts";
import type { SetUpParts } from "./setUpParts.ts";

/** One work of the mirror's; throws what stands against it. */
export async function byMirror(
  { openMirror }: Pick<SetUpParts, "openMirror">,
  work: keyof Pick<Mirror, "push" | "drain" | "takeOver" | "takeBack" | "wipe">,
): Promise<void> {
  const mirror = await openMirror();
  await mirror[work]();
  const { problem } = mirror.state();
  if (problem !== null) throw new EdgeFailed(problem.code, problem.values);
}
