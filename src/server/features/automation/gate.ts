import type { KeyScope } from "../../../contract/server/automation/keys.ts";
import { bucketOfKey } from "../../api/keyTurns.ts";
import type { RateLimit, Taken } from "../../api/rateLimit.ts";
import type { App } from "../../common/context.ts";
import type { SecurityLog } from "../../common/securityLog.ts";
import type { KeyRecord } from "../../store/keyFile.ts";

/** Who comes in at a surface. */
export type Entrance =
  | { readonly as: "holder"; readonly record: KeyRecord; readonly taken: Taken }
  | { readonly as: "refused"; readonly why: "key" | "tooMany"; readonly taken: Taken };

/** Finds whose key a request has, counts it, and notes that it was used or refused. */
export type Gate = (key: string, ...scopes: readonly KeyScope[]) => Entrance;

export function createGate(
  { apiKeys, settings }: Pick<App, "apiKeys" | "settings">,
  { rateLimit, securityLog }: { rateLimit: RateLimit; securityLog: Pick<SecurityLog, "refused"> },
): Gate {
  return (key, ...scopes) => {
    const record = apiKeys.holderOf(key, ...scopes);
    if (record === null) {
      const taken = rateLimit.take(`nobody at ${scopes.join()}`, settings.get("rateLimit"));
      securityLog.refused("key");
      return { as: "refused", why: taken.wait === null ? "key" : "tooMany", taken };
    }
    apiKeys.used(record.id);
    const taken = rateLimit.take(bucketOfKey(record), record.perMinute);
    if (taken.wait === null) return { as: "holder", record, taken };
    apiKeys.failed(record.id, "tooMany");
    return { as: "refused", why: "tooMany", taken };
  };
}
