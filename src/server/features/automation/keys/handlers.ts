import { listEnvelope } from "../../../../contract/envelope.ts";
import {
  type ApiKey,
  firstKeyId,
  type keyOperations,
} from "../../../../contract/server/automation/keys.ts";
import type { HandlersOf } from "../../../api/handlers.ts";
import type { App } from "../../../common/context.ts";
import { offsetOf } from "../../../common/paging.ts";
import { Conflict } from "../../../common/problems.ts";
import { newApiKey } from "../../../passwords/hashing.ts";
import type { KeptKey } from "../../../store/keyFile.ts";

/** The first key, as lists name it. */
const firstName = "First key";

export function createKeyHandlers(
  app: Pick<App, "apiKeys" | "account" | "settings" | "store" | "timestamps">,
): HandlersOf<typeof keyOperations> {
  const { apiKeys, account, settings, store, timestamps } = app;
  const date = (at: string | null) => (at === null ? null : timestamps.render(at));

  function use(id: number) {
    const { lastUsedAt, lastError } = apiKeys.useOf(id);
    return {
      lastUsed: date(lastUsedAt),
      lastError:
        lastError === null ? null : { date: timestamps.render(lastError.at), code: lastError.code },
    };
  }

  const first = (): ApiKey => ({
    id: firstKeyId,
    name: firstName,
    scope: "api",
    level: null,
    perMinute: settings.get("rateLimit"),
    created: timestamps.render(account.get().registeredAt),
    ...use(firstKeyId),
    origin: null,
    works: !account.isExpired(),
  });

  function present({ record, isOwn }: KeptKey): ApiKey {
    const { id, name, scope, level, perMinute, createdAt, origin } = record;
    return {
      id,
      name,
      scope,
      level,
      perMinute,
      created: timestamps.render(createdAt),
      ...use(id),
      origin,
      works: isOwn,
    };
  }

  function refuseFirst(id: number, text: string): void {
    if (id === firstKeyId) throw new Conflict("fixed", text);
  }

  return {
    listKeys({ query: { page, limit } }) {
      const all = [first(), ...apiKeys.all().map(present)];
      const from = offsetOf({ page, limit });
      const items = all.slice(from, from + limit);
      return listEnvelope("keys", { items, total: all.length, page, limit }, (key) => key);
    },
    async addKey({ body }) {
      const { record, key } = await apiKeys.add(body);
      return { error: 0, id: record.id, key };
    },
    async updateKey({ params: { id }, body }) {
      refuseFirst(id, 'The first key has no name. Its limit is the setting "rateLimit".');
      await apiKeys.update(id, body);
      return { error: 0, message: "Key has been updated successfully." };
    },
    async renewKey({ body: { id = firstKeyId } }) {
      if (id !== firstKeyId) return { error: 0, key: await apiKeys.renew(id) };
      await store.saveSecrets({ ...store.secrets, apiKey: newApiKey() });
      return { error: 0, key: store.secrets.apiKey };
    },
    async deleteKey({ params: { id } }) {
      refuseFirst(id, "The first key can't be revoked, only renewed.");
      await apiKeys.remove(id);
      return { error: 0, message: "Key has been revoked successfully." };
    },
  };
}
