import type { EdgeFileRecord } from "../../server/store/records.ts";
import { byMirror } from "./byMirror.ts";
import type { Cloudflare } from "./cloudflare/cloudflare.ts";
import { routesOf } from "./edgeRecord.ts";
import type { HowRemoved } from "./edgeState.ts";
import { isEmptied } from "./mirror.ts";
import type { SetUpParts } from "./setUpParts.ts";
import type { Steps } from "./setUpProgress.ts";

/** Takes home what visitors left, then leaves nothing: neither there nor here. */
export async function remove(
  parts: SetUpParts & { readonly record: EdgeFileRecord; readonly forget: () => Promise<void> },
  { token, forget: isForgotten = false }: HowRemoved,
  steps: Steps,
): Promise<void> {
  const { record } = parts;
  if (token !== undefined) {
    const { name, databaseId, domains } = record;
    const account = record.account ?? "";
    const api = parts.cloudflare(token);
    // First of all: a token that isn't one must not leave half of it behind.
    const worker = await steps.take("token", async () => {
      await api.verify(account);
      await api.database(account, name);
      return api.worker(account, name);
    });
    await deleteRoutes(api, record, steps);
    // Whoever interrupted it once everything was home may have deleted the Worker already.
    const isHome = worker === null && isEmptied(record);
    await unlessForgotten(isForgotten, () =>
      steps.take("pull", async () => {
        if (!isHome) await byQuietMirror(parts, "takeBack");
      }),
    );
    await steps.take("delete", async () => {
      if (domains.length > 0) await api.detach(account, name, []);
      await api.deleteWorker(account, name);
      if (databaseId !== null) await api.deleteDatabase(account, databaseId);
    });
  } else if (!isForgotten) {
    await steps.take("wipe", () => byQuietMirror(parts, "wipe"));
  }
  await parts.forget();
}

/** First of all: visitors go straight on to this computer, and to a copy that is emptied no more. */
async function deleteRoutes(api: Cloudflare, record: EdgeFileRecord, steps: Steps): Promise<void> {
  const hosts = routesOf(record);
  if (hosts.length === 0) return;
  await steps.take("route", async () => {
    for (const { host } of hosts) {
      const route = await api.route(record.account ?? "", record.name, host);
      if (route !== null) await api.deleteRoute(route);
    }
  });
}

async function unlessForgotten(isForgotten: boolean, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isForgotten) throw error;
  }
}

/** By one that doesn't work by itself meanwhile: what was wiped is not to be filled again. */
async function byQuietMirror(parts: SetUpParts, work: "takeBack" | "wipe"): Promise<void> {
  await parts.closeMirror();
  await byMirror(parts, work);
}
