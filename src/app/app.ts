import { randomBytes } from "node:crypto";
import { createAddressPresenter } from "../server/features/domains/presentAddress.ts";
import { createBioPageHandlers } from "../server/features/bio/handlers.ts";
import { createCampaignHandlers } from "../server/features/campaigns/handlers.ts";
import { createChannelHandlers } from "../server/features/channels/handlers.ts";
import {
  createAnswerPresenter,
  createContactAnswerHandlers,
} from "../server/features/overlays/answerHandlers.ts";
import { createDomainHandlers } from "../server/features/domains/handlers.ts";
import { createInboxHandlers } from "../server/features/overlays/inboxHandlers.ts";
import { createOverlayHandlers } from "../server/features/overlays/handlers.ts";
import { createPixelHandlers } from "../server/features/pixels/handlers.ts";
import { createPublicAddressHandlers } from "../server/features/publicAddress/handlers.ts";
import { createQrCodeHandlers } from "../server/features/qr/handlers.ts";
import { createSplashPageHandlers } from "../server/features/splash/handlers.ts";
import { createAccountHandlers } from "../server/features/account/handlers.ts";
import { createBulkHandlers } from "../server/features/changes/bulkHandlers.ts";
import { createChangeHandlers } from "../server/features/changes/handlers.ts";
import { createChangePresenter } from "../server/features/changes/presentChanges.ts";
import { createSweepAnswers } from "../server/features/changes/batchAnswers.ts";
import { createTrashHandlers } from "../server/features/changes/trashHandlers.ts";
import { createPreviewHandlers } from "../server/features/splash/previewHandlers.ts";
import { createBackupHandlers } from "../server/features/backups/handlers.ts";
import { createSendAnswer } from "../server/api/answers.ts";
import type { ApiParts } from "../server/api/app.ts";
import { createDataFolderHandlers } from "../server/features/backups/dataFolderHandlers.ts";
import { createEdgeHandlers } from "../mirror/home/handlers.ts";
import { createExportHandlers } from "../server/features/exchange/exportHandlers.ts";
import { createWholeLink } from "../server/features/links/exportedLink.ts";
import { createHistoryHandlers } from "../server/features/changes/historyHandlers.ts";
import { createImportHandlers } from "../server/features/exchange/importHandlers.ts";
import { createJobHandlers, createJobPresenter } from "../server/features/jobs/handlers.ts";
import { createLinkHandlers } from "../server/features/links/handlers.ts";
import { createLinkPresenter } from "../server/features/links/presentLink.ts";
import { createRateLimit } from "../server/api/rateLimit.ts";
import { createReachHandlers } from "../server/features/publicAddress/monitorHandlers.ts";
import { createServiceHandlers } from "../server/features/account/serviceHandlers.ts";
import { createStatisticsHandlers } from "../server/features/statistics/handlers.ts";
import { createTagHandlers } from "../server/features/tags/handlers.ts";
import { createTryLinkHandlers } from "../server/features/links/tryLinkHandlers.ts";
import { createTunnelHandlers } from "../server/features/publicAddress/tunnelHandlers.ts";
import { createViewHandlers } from "../server/features/views/handlers.ts";
import { createSettingsHandlers } from "../server/features/settings/handlers.ts";
import type { Reach } from "../contract/reach.ts";
import { avatarPath, type DoorParts } from "../server/http/doors.ts";
import { log as toTerminal } from "../server/common/log.ts";
import type { ServerOptions } from "./options.ts";
import { packageVersion } from "./packageFiles.ts";
import type { LiveAddresses } from "./runSettings.ts";
import { avatarPicture } from "../server/features/account/avatar.ts";
import { createClicks } from "../server/features/clicks/clicks.ts";
import { createExports } from "../server/features/exchange/exports.ts";
import { createServiceEvents, type ServiceEvents } from "../server/common/events.ts";
import { nextTurn } from "../server/common/paging.ts";
import { createLinkPasswords } from "../server/passwords/linkPasswords.ts";
import { createPlaces } from "../server/common/places.ts";
import { startHistoryRetention } from "../server/features/changes/historyRetention.ts";
import { startRetention } from "../server/features/clicks/retention.ts";
import { createSecurityLog } from "../server/common/securityLog.ts";
import { newApiKey } from "../server/passwords/secrets.ts";
import { newVisitorKey } from "../server/store/secretsFile.ts";
import type { KeptSettings } from "../server/features/settings/settingsStore.ts";
import type { PublicDoor } from "../server/features/publicAddress/publicAddress.ts";
import type { Settings } from "../server/features/settings/settings.ts";
import type { Statistics } from "../server/features/clicks/statistics.ts";
import { createKeyedVisitors } from "../server/features/clicks/visitorKeys.ts";
import type { Store } from "../server/store/store.ts";
import { createPreviews, type KeptPreviews } from "../server/visit/previews.ts";
import { createTryVisit } from "../server/visit/tryVisit.ts";
import { createVisits } from "../server/http/visits/visits.ts";
import { createUseCases, type UseCases } from "./services.ts";
import { openCountries } from "../server/features/clicks/countries.ts";
import { currentOrigin } from "../server/common/origin.ts";

/** Everything that the doors serve, built once a start. */
export interface Parts {
  readonly useCases: UseCases;
  readonly api: ApiParts;
  readonly door: DoorParts;
  readonly localKey: string;
  /** The page of a preview at this path of the GUI; null: the path is another's. */
  readonly preview: KeptPreviews["answer"];
  readonly events: ServiceEvents;
  /** Before the store is closed. */
  close(): Promise<void>;
}

export async function createParts(options: {
  given: ServerOptions;
  store: Store;
  statistics: Statistics;
  settings: Settings;
  keptSettings: KeptSettings;
  /** Where the doors are, as those who may come reach them. */
  doors: () => Reach["doors"];
  addresses: LiveAddresses;
  publicDoor: PublicDoor;
  clock: () => number;
}): Promise<Parts> {
  const { given, store, statistics, settings, keptSettings, clock } = options;
  const { log = toTerminal, wait } = given;
  const { secrets } = store;
  const localKey = newApiKey();
  const securityLog = createSecurityLog({ log });
  const countries = openCountries();
  const useCases = await createUseCases(options);
  await nextTurn();
  const { account, timestamps, references, domains, links, qrCodes, qrPictures } = useCases;

  const addresses = createAddressPresenter(domains);
  const presenter = createLinkPresenter({ statistics, timestamps, references, addresses });
  const presentJob = createJobPresenter(timestamps);
  const exports = createExports({
    store,
    importedClicks: useCases.importedClicks,
    statistics,
    domains,
    ownAddresses: useCases.ownAddresses,
    timestamps,
    wholeLink: createWholeLink({
      details: (link) => presenter.details(link),
      statistics,
      campaignName: (id) => store.campaigns.get(id)?.name,
      channelName: (id) => store.table("channels").get(id)?.name,
      pixel: (id) => store.table("pixels").get(id),
    }),
    clock,
  });
  const presentChanges = createChangePresenter({
    links: presenter,
    domain: (id) =>
      id === undefined || domains.has(id) ? addresses.base(id) : `domain ${id}, deleted`,
    timestamps,
    present: (collection, id) => store.table(collection).get(id),
  });
  const sweepAnswers = createSweepAnswers({
    sweeps: useCases.sweeps,
    jobs: useCases.jobs,
    present: presentChanges,
    presentJob,
  });
  const places = createPlaces(store);
  const presentAnswer = createAnswerPresenter({
    timestamps,
    shortUrl(id) {
      const link = store.links.get(id);
      return link && presenter.shortUrl(link);
    },
  });
  const clicks = createClicks(store.clicks);
  const visitors = createKeyedVisitors(secrets.hashKey);
  const { preparedLinks } = useCases;
  const visits = createVisits({
    preparedLinks,
    places,
    clicks,
    statistics,
    domains,
    passwords: createLinkPasswords({ cookieKey: secrets.cookieKey, clock, wait, securityLog }),
    contactAnswers: useCases.contactAnswers,
    isUsername: (name) => account.isUsername(name),
    // What is signed beside it is for a mirror.
    isProof: (proof) => useCases.proofs.isAsked(proof.split(".", 1)[0] ?? ""),
    random: useCases.random,
    log,
    ownPlace: (address) => useCases.ownAddresses.placeOf(address),
    qrCodes,
    qrPictures,
    visitors,
    countries,
    settings,
    clock,
  });
  const previews = createPreviews({
    places,
    domains,
    settings,
    leadsBack: (address) => useCases.ownAddresses.leadsBack(address),
    newTicket: () => randomBytes(24).toString("base64url"),
    clock,
  });
  const tryVisit = createTryVisit({
    preparedLinks,
    places,
    domains,
    qrCodes,
    ownPlace: (address) => useCases.ownAddresses.placeOf(address),
    leadsBack: (address) => useCases.ownAddresses.leadsBack(address),
    visitors,
    settings,
    keepPage: (page, scheme) => previews.keep(page, scheme),
  });
  const days = () => settings.retentionDays;
  const maxBytes = () => settings.clicksMaxBytes;
  const retention = startRetention({
    clicks: store.clicks,
    imported: useCases.importedClicks,
    days,
    maxBytes,
    clock,
    log,
  });
  const historyRetention = startHistoryRetention({
    store,
    statistics,
    days: () => settings.historyDays,
    maxBytes: () => settings.historyMaxBytes,
    log,
  });
  /** Of this moment: the store finds things while it runs, too. */
  const warnings = () => [
    ...store.warnings,
    ...(countries.warning === null ? [] : [countries.warning]),
    ...store.clicks.notices(),
    ...useCases.contactAnswers.notices(),
    ...useCases.secondFolder.notices(),
  ];
  const events = createServiceEvents({
    links: store.links,
    shortUrl: (link) => presenter.shortUrl(link),
    origin: currentOrigin,
    watchPublicAddress: (told) => useCases.reach.onChange(told),
    isDiskLow: () => store.clicks.notices().some(({ code }) => code === "service.diskFull"),
  });
  const version = packageVersion();
  const apiKey = () => store.secrets.apiKey;

  return {
    localKey,
    preview: (path) => previews.answer(path),
    events,
    useCases,
    api: {
      keys: { apiKey, localKey },
      account,
      rateLimit: createRateLimit({ limit: () => settings.rateLimit, clock }),
      sendAnswer: createSendAnswer({
        dialect: () => settings.dialect,
        isChecked: given.checkAnswers ?? process.env["WAYPOST_CHECK_ANSWERS"] === "1",
      }),
      securityLog,
      log,
      handlers: {
        ...createAccountHandlers({
          account,
          timestamps,
          avatar: () => `${settings.baseUrl}${avatarPath}`,
        }),
        ...createLinkHandlers({
          links,
          trash: useCases.trash,
          history: store.history,
          present: presenter,
          timestamps,
          clock,
        }),
        ...createTryLinkHandlers({ links, tryVisit, timestamps, clock }),
        ...createHistoryHandlers({ links, statistics, timestamps, clock }),
        ...createStatisticsHandlers({
          clickStatistics: useCases.clickStatistics,
          links: presenter,
          link: (id) => store.links.get(id),
          qrCode: (id) => store.qrCodes.get(id),
          looked: () => useCases.edge.looked(),
          timestamps,
          clock,
        }),
        ...createDomainHandlers({ domains, checks: useCases.domainChecks, timestamps }),
        ...createOverlayHandlers(useCases.overlays, useCases.contactAnswers, timestamps),
        ...createContactAnswerHandlers({
          contactAnswers: useCases.contactAnswers,
          present: presentAnswer,
        }),
        ...createInboxHandlers({
          contactAnswers: useCases.contactAnswers,
          present: presentAnswer,
          formName: (id) => store.table("overlays").get(id)?.name,
        }),
        ...createSplashPageHandlers(useCases.splashPages, timestamps),
        ...createCampaignHandlers({
          campaigns: useCases.campaigns,
          settings,
          username: () => account.get().username,
          timestamps,
          presentLink: (link) => presenter.listItem(link),
        }),
        ...createChannelHandlers({
          channels: useCases.channels,
          timestamps,
          addresses,
        }),
        ...createPixelHandlers(useCases.pixels, timestamps),
        ...createQrCodeHandlers({
          qrCodes,
          qrLists: useCases.qrLists,
          qrExports: useCases.qrExports,
          qrPictures,
          scans: statistics.scans,
          references,
          timestamps,
          addresses,
        }),
        ...createBioPageHandlers({
          bioPages: useCases.bioPages,
          references,
          timestamps,
          addresses,
        }),
        ...createTagHandlers(useCases.tags),
        ...createPreviewHandlers(previews),
        ...createViewHandlers(useCases.views, timestamps),
        ...createJobHandlers(useCases.jobs, presentJob),
        ...createImportHandlers(useCases.imports, presentJob),
        ...createSettingsHandlers(keptSettings, () => {
          retention.look();
          historyRetention.look();
          useCases.secondFolder.look();
        }),
        ...createBackupHandlers({
          backups: useCases.backups,
          second: useCases.secondFolder,
          everything: useCases.everything,
          jobs: useCases.jobs,
          presentJob,
          timestamps,
        }),
        ...createExportHandlers({
          exports,
          linkFilters: useCases.linkFilters,
          timestamps,
        }),
        ...createChangeHandlers({
          changeSets: useCases.changeSets,
          undo: useCases.undo,
          present: presentChanges,
          answers: sweepAnswers,
          timestamps,
        }),
        ...createBulkHandlers({
          bulk: useCases.bulk,
          filters: useCases.linkFilters,
          answers: sweepAnswers,
        }),
        ...createTrashHandlers(useCases.trash, sweepAnswers, timestamps, (link) =>
          link.domain === undefined || domains.has(link.domain) ? addresses.short(link) : null,
        ),
        ...createReachHandlers({ reach: useCases.reach, doors: options.doors, timestamps }),
        ...createPublicAddressHandlers({
          publicAddress: useCases.publicAddress,
          reach: useCases.reach,
          settings,
          keptSettings,
          timestamps,
        }),
        ...createTunnelHandlers({ tunnel: useCases.tunnel, timestamps }),
        ...createEdgeHandlers({
          edge: useCases.edge,
          timestamps,
          linkIds: () => store.links.ids(),
          link(id) {
            const link = store.links.get(id);
            if (link === undefined) return undefined;
            const { alias, shorturl, title } = presenter.listItem(link);
            return { id, alias, shorturl, title };
          },
          nameOf: (kind, id) =>
            (kind === "campaign" ? store.campaigns : store.qrCodes).get(id)?.name,
        }),
        ...createDataFolderHandlers({ folder: given.dataDir, sizes: useCases.dataSizes }),
        ...createServiceHandlers({
          apiKey,
          // On disk first: a kill between the two leaves one key or the other, never none.
          async forgetVisitors() {
            const hashKey = newVisitorKey();
            await store.saveSecrets({ ...store.secrets, hashKey });
            visitors.exchange(hashKey);
            useCases.edge.siteChanged();
          },
          async renewKey() {
            await store.saveSecrets({ ...store.secrets, apiKey: newApiKey() });
            return store.secrets.apiKey;
          },
          state() {
            const said = warnings();
            return {
              version,
              baseUrl: settings.baseUrl,
              publicUrl: settings.publicUrl,
              shortBase: settings.shortBase,
              temporary: useCases.publicAddress.base().isTemporary,
              dataDir: given.dataDir,
              timeZone: settings.timeZone,
              clicksToday: statistics.clicksToday(),
              unread: useCases.contactAnswers.unread(),
              clicksLost: store.clicks.lost,
              warnings: said.map(({ message }) => message),
              said,
            };
          },
        }),
      },
    },
    door: {
      prefixes: settings,
      isDark: () => useCases.publicAddress.isDark(),
      proofOf: (nonce) => useCases.proofs.answer(nonce),
      visits,
      securityLog,
      avatar: () => avatarPicture(account.get().username),
    },
    close() {
      events.close();
      securityLog.close();
      retention.close();
      historyRetention.close();
      return useCases.close();
    },
  };
}
