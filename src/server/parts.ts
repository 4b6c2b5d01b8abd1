import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { createAddressPresenter } from "./api/addresses.ts";
import { createBioPageHandlers } from "./api/bioPages.ts";
import { createCampaignHandlers } from "./api/campaigns.ts";
import { createChannelHandlers } from "./api/channels.ts";
import { createDomainHandlers } from "./api/domains.ts";
import { createOverlayHandlers } from "./api/overlays.ts";
import { createPixelHandlers } from "./api/pixels.ts";
import { createQrCodeHandlers } from "./api/qrCodes.ts";
import { createSplashPageHandlers } from "./api/splashPages.ts";
import { createAskDomain } from "./services/askDomain.ts";
import { createBioPages } from "./services/bioPages.ts";
import { createCampaigns } from "./services/campaigns.ts";
import { createChannels } from "./services/channels.ts";
import { createDomains } from "./services/domains.ts";
import { createDrawingThread } from "./services/drawingThread.ts";
import { createGuardedFetch } from "./services/guardedFetch.ts";
import { createOverlays } from "./services/overlays.ts";
import { createPictures } from "./services/pictures.ts";
import { createPixels } from "./services/pixels.ts";
import { createQrCodes } from "./services/qrCodes.ts";
import { createQrPictures } from "./services/qrPictures.ts";
import { createSplashPages } from "./services/splashPages.ts";
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
import { createOwnAddresses, isLoopback } from "./services/addresses.ts";
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
import { createQrVisits } from "./visit/qrVisits.ts";
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
  const references = createReferences(store);
  const ownAddresses = createOwnAddresses({
    bases: settings.formerBases,
    loopbackPorts: [settings.port, ...(settings.publicPort === null ? [] : [settings.publicPort])],
    prefix: settings.prefix,
    isAlias: (segment) => aliases.isAlias(segment),
    domainOf: (domainHost) => domains.ofHost(domainHost)?.id,
  });
  const fetch = createGuardedFetch();
  const ownPorts = [settings.port, settings.publicPort, settings.guiPort];
  const listensAt = (address: string, port: number) =>
    (isLoopback(address) || address === settings.host) && ownPorts.includes(port);
  const domains = createDomains({
    store,
    shortBase: settings.shortBase,
    isOwnBase: (domain) => ownAddresses.isOwnBase(domain),
    ask: settings.verifyDomains
      ? createAskDomain({ fetch, instance: secrets.instance, listensAt })
      : null,
    clock,
  });
  const fieldReader = createFieldReader({
    ownAddresses,
    references,
    domains,
    timestamps,
  });
  const links = createLinks({ store, statistics, aliases, ownAddresses, fieldReader, clock });
  const forgetting = setInterval(() => links.forgetRemoved("old"), forgetInterval).unref();

  const addresses = createAddressPresenter(domains);
  const presenter = createLinkPresenter({ statistics, timestamps, references, addresses });
  const campaigns = createCampaigns({ store, aliases, clock });
  const bioPages = createBioPages({ store, aliases, domains, clock });
  const drawing = createDrawingThread();
  const qrPictures = createQrPictures(drawing);
  const qrCodes = createQrCodes({
    store,
    aliases,
    domains,
    pictures: createPictures({ dataDir: given.dataDir, fetch, thread: drawing }),
    qrPictures,
    clock,
  });
  const clicks = createClicks(store.clicks);
  const visits = createVisits({
    routes: createRoutes(store.links),
    clicks,
    qr: createQrVisits({ qrCodes, qrPictures, clicks }),
    visitors: createVisitors(secrets.hashKey),
    countries,
    settings,
    clock,
  });
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
        ...createDomainHandlers(domains),
        ...createOverlayHandlers(createOverlays({ store, clock }), timestamps),
        ...createSplashPageHandlers(createSplashPages({ store, clock }), timestamps),
        ...createCampaignHandlers({
          campaigns,
          shortBase: settings.shortBase,
          username: () => account.get().username,
        }),
        ...createChannelHandlers({
          channels: createChannels({ store, clock }),
          timestamps,
          addresses,
        }),
        ...createPixelHandlers(createPixels({ store, clock }), timestamps),
        ...createQrCodeHandlers({
          qrCodes,
          scans: statistics.scans,
          references,
          timestamps,
          addresses,
        }),
        ...createBioPageHandlers({ bioPages, references, timestamps, addresses }),
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
      void drawing.close();
      // A deletion can be taken back in its own run only.
      links.forgetRemoved("all");
    },
  };
}
