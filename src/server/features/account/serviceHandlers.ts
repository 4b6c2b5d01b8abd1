import type { ServiceState, serviceOperations } from "../../../contract/server/service.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { newVisitorKey } from "../../store/secretsFile.ts";
import { createOpenApi, type OpenApiDocument } from "../../api/openApi.ts";
import type { Collection } from "../../store/records.ts";
import type { App } from "../../common/context.ts";

export function createServiceHandlers(app: App): HandlersOf<typeof serviceOperations> {
  const { store, settings, statistics, contactAnswers, publicAddress, linkFilters, linkTags } = app;
  let document: OpenApiDocument | undefined;

  const sizeOf = (...collections: readonly Collection[]) =>
    collections.reduce((sum, collection) => sum + store.table(collection).size, 0);

  function state(): ServiceState {
    const notices = app.notices();
    return {
      version: app.version,
      baseUrl: settings.baseUrl,
      publicUrl: settings.publicUrl,
      shortBase: settings.shortBase,
      temporary: publicAddress.base().isTemporary,
      dataDir: app.dataDir,
      program: [...app.program],
      timeZone: settings.get("timeZone"),
      clicksToday: statistics.clicksToday(),
      unread: contactAnswers.unread(),
      counts: {
        links: linkFilters.read({}).total ?? 0,
        qr: store.qrCodes.size,
        pages: sizeOf("bioPages", "splashPages", "overlays"),
        collections: sizeOf("channels", "campaigns", "views"),
        tags: linkTags.size,
      },
      clicksLost: store.clicks.lost,
      warnings: notices.map(({ message }) => message),
      said: notices,
    };
  }

  return {
    // Made when first asked for: the base address isn't known before the doors are open.
    getOpenApi: () => (document ??= createOpenApi({ serverUrl: settings.baseUrl })),
    getService: () => ({ error: 0, data: state() }),
    // On disk first: a kill between the two leaves one key or the other, never none.
    async forgetVisitors() {
      const hashKey = newVisitorKey();
      await store.saveSecrets({ ...store.secrets, hashKey });
      app.visitors.exchange(hashKey);
      app.mirror.siteChanged();
      return { error: 0, message: "All visitors have been forgotten." };
    },
    async savePreferences({ body: { preferences } }) {
      await app.guiFile.save({ preferences });
      return { error: 0, message: "The preferences have been saved." };
    },
    getKey: () => ({ error: 0, key: store.secrets.apiKey }),
  };
}
