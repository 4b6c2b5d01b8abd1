import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { createAccountHandlers } from "./api/account.ts";
import { createSendAnswer } from "./api/answers.ts";
import type { ApiParts } from "./api/app.ts";
import { createLinkHandlers } from "./api/links.ts";
import { createLinkPresenter } from "./api/presentLink.ts";
import { createRateLimit } from "./api/rateLimit.ts";
import { createServiceHandlers } from "./api/service.ts";
import type { DoorParts } from "./doors.ts";
import { avatarPath } from "./doors.ts";
import { log } from "./log.ts";
import type { ServerOptions } from "./options.ts";
import { packageVersion } from "./packageFiles.ts";
import { openAccount } from "./services/account.ts";
import { createOwnAddresses } from "./services/addresses.ts";
import { createAliases } from "./services/aliases.ts";
import { avatarPicture } from "./services/avatar.ts";
import { createClicks } from "./services/clicks.ts";
import { openCountries } from "./services/countries.ts";
import { createFieldReader } from "./services/linkFields.ts";
import { createLinks } from "./services/links.ts";
import { createReferences } from "./services/references.ts";
import { createRoutes } from "./services/routes.ts";
import { newApiKey } from "./services/secrets.ts";
import type { Settings } from "./services/settings.ts";
import type { Statistics } from "./services/statistics.ts";
import { createTimestamps } from "./services/timestamps.ts";
import { createVisitors } from "./services/visitors.ts";
import type { Store } from "./store/store.ts";
import { createVisits } from "./visit/visits.ts";

/** Everything that the doors serve, built once a start. */
export interface Parts {
  readonly api: ApiParts;
  readonly door: DoorParts;
  readonly localKey: string;
  /** Before the store is closed. */
  close(): void;
}

/** How often deletions that can't be undone any more are let go; milliseconds. */
const forgetInterval = 60_000;

/** 48 bits of the system's own dice. */
function realRandom(): number {
  return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
}

/** The name of whoever runs the service; some systems know none. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return "owner";
  }
}

export async function createParts(options: {
  given: ServerOptions;
  store: Store;
  statistics: Statistics;
  settings: Settings;
  clock: () => number;
}): Promise<Parts> {
  const { given, store, statistics, settings, clock } = options;
  const { secrets } = store;
  const localKey = newApiKey();
  const countries = openCountries();
  const timestamps = createTimestamps(settings.timeZone);
  const account = await openAccount({ store, clock, username: systemUser() });

  const aliases = createAliases({ random: given.random ?? realRandom, prefix: settings.prefix });
  const ownAddresses = createOwnAddresses({
    bases: settings.formerBases,
    loopbackPorts: [settings.port, ...(settings.publicPort === null ? [] : [settings.publicPort])],
    prefix: settings.prefix,
    isAlias: (segment) => aliases.isAlias(segment),
  });
  const fieldReader = createFieldReader({
    ownAddresses,
    references: createReferences(store),
    timestamps,
  });
  const links = createLinks({ store, statistics, aliases, ownAddresses, fieldReader, clock });
  const forgetting = setInterval(() => links.forgetRemoved("old"), forgetInterval).unref();

  const visits = createVisits({
    routes: createRoutes(store.links),
    clicks: createClicks(store.clicks),
    visitors: createVisitors(secrets.hashKey),
    countries,
    settings,
    clock,
  });

  const presenter = createLinkPresenter({ statistics, timestamps, shortBase: settings.shortBase });
  const warnings = [...store.warnings, ...(countries.warning === null ? [] : [countries.warning])];
  const version = packageVersion();
  const apiKey = () => store.secrets.apiKey;

  return {
    localKey,
    api: {
      keys: { apiKey, localKey },
      account,
      rateLimit: createRateLimit({ limit: settings.rateLimit, clock }),
      sendAnswer: createSendAnswer({
        dialect: settings.dialect,
        isChecked: given.checkAnswers ?? false,
      }),
      log,
      handlers: {
        ...createAccountHandlers({
          account,
          timestamps,
          avatar: `${settings.baseUrl}${avatarPath}`,
        }),
        ...createLinkHandlers(links, presenter),
        ...createServiceHandlers({
          apiKey,
          state: () => ({
            version,
            baseUrl: settings.baseUrl,
            publicUrl: settings.publicUrl,
            shortBase: settings.shortBase,
            dataDir: given.dataDir,
            timeZone: settings.timeZone,
            clicksToday: statistics.clicksToday(),
            clicksLost: store.clicks.lost,
            warnings,
          }),
        }),
      },
    },
    door: {
      prefix: settings.prefix,
      instance: secrets.instance,
      visits,
      avatar: () => avatarPicture(account.get().username),
    },
    close() {
      clearInterval(forgetting);
      // A deletion can be taken back in its own run only.
      links.forgetRemoved("all");
    },
  };
}
