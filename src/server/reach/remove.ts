import type { EdgeFileRecord } from "../store/records.ts";
import { EdgeFailed } from "./model.ts";
import type { SetUpParts } from "./setUp.ts";
import type { Steps } from "./setUpProgress.ts";

export interface HowRemoved {
  readonly token?: string | undefined;
  /** Whatever is out of reach stays there. */
  readonly isForgotten: boolean;
}

/** Takes home what visitors left, then leaves nothing: neither there nor here. */
export async function remove(
  parts: SetUpParts & { readonly record: EdgeFileRecord; readonly forget: () => Promise<void> },
  { token, isForgotten }: HowRemoved,
  steps: Steps,
): Promise<void> {
  const { record } = parts;
  if (token !== undefined) {
    const { name, databaseId, domains } = record;
    const account = record.account ?? "";
    const api = parts.cloudflare(token);
    // First of all: a token that isn't one must not leave half of it behind.
    await steps.take("token", () => api.verify(account));
    await unlessForgotten(isForgotten, () => steps.take("drain", () => worked(parts, "drain")));
    await steps.take("delete", async () => {
      if (domains.length > 0) await api.detach(account, name, []);
      await api.deleteWorker(account, name);
      if (databaseId !== null) await api.deleteDatabase(account, databaseId);
    });
  } else if (!isForgotten) {
    await steps.take("wipe", () => worked(parts, "wipe"));
  }
  await parts.forget();
}

async function unlessForgotten(isForgotten: boolean, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isForgotten) throw error;
  }
}

/** By one that doesn't work by itself meanwhile: what was wiped is not to be filled again. */
async function worked(parts: SetUpParts, what: "drain" | "wipe"): Promise<void> {
  await parts.closeMirror();
  const mirror = await parts.openMirror();
  await mirror[what]();
  const { problem } = mirror.state();
  if (problem !== null) throw new EdgeFailed(problem);
}
