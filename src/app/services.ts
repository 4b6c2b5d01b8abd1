import { randomBytes } from "node:crypto";
import { createEdge } from "../mirror/home/edge.ts";
import { linkFields, searchedLinkFields } from "../contract/linkFields.ts";
import { isTemporaryAddress } from "../contract/temporaryAddress.ts";
import { log as toTerminal } from "../server/common/log.ts";
import { isWildcard } from "../server/http/hosts.ts";
import type { ServerOptions } from "./options.ts";
import { defaultEdgeScript, packageVersion } from "./packageFiles.ts";
import type { LiveAddresses } from "./runSettings.ts";
import { openAccount } from "../server/features/account/service.ts";
import { createOwnAddresses } from "../server/features/domains/ownAddresses.ts";
import { createAliases } from "../server/features/links/aliases.ts";
import { resolveBySystem } from "../server/outside/checkedConnections.ts";
import { createAskDomain, createAskReach, createAskWho } from "../server/outside/askDomain.ts";
import { createBackups } from "../server/features/backups/backups.ts";
import { packEverything } from "../server/features/backups/everything.ts";
import { createSecondFolder } from "../server/features/backups/secondFolder.ts";
import { removeWorkFolders } from "../server/store/workFolder.ts";
import { createBioPages } from "../server/features/bio/service.ts";
import { createCampaigns } from "../server/features/campaigns/service.ts";
import { createBulk } from "../server/features/changes/bulk.ts";
import { createRules } from "../server/features/changes/invariants.ts";
import { createSweeps } from "../server/features/changes/batchChange.ts";
import { createTrash } from "../server/features/changes/trash.ts";
import { createUndo } from "../server/features/changes/undo.ts";
import { createChannels } from "../server/features/channels/service.ts";
import { createContactSubmissions } from "../server/features/overlays/contactSubmissions.ts";
import { createDataSizes } from "../server/features/backups/dataFolder.ts";
import { createDomainProofs } from "../server/outside/domainProofs.ts";
import { createDomains } from "../server/features/domains/service.ts";
import { createDrawingThread } from "../server/features/qr/drawingThread.ts";
import { createFollowLink } from "../server/outside/followLink.ts";
import { createGuardedFetch } from "../server/outside/guardedFetch.ts";
import { createRestReader } from "../server/features/links/extraLinkFields.ts";
import { openImportedClicks } from "../server/features/exchange/importedClicks.ts";
import { createImports } from "../server/features/exchange/imports.ts";
import { createFieldReader } from "../server/features/links/linkFields.ts";
import { createLinkFilters } from "../server/features/links/linkFilter.ts";
import { createLinkOrders } from "../server/features/links/linkOrders.ts";
import { createFoldedLinks, createWordsOfLink } from "../server/features/links/linkSearch.ts";
import { openJobs } from "../server/features/jobs/jobs.ts";
import { createLinkTags } from "../server/features/tags/linkTags.ts";
import { createLinks } from "../server/features/links/service.ts";
import type { KeptSettings } from "../server/features/settings/settingsStore.ts";
import { createLinkTargets } from "../server/outside/linkTargets.ts";
import { createOverlays } from "../server/features/overlays/service.ts";
import { nextTurn } from "../server/common/paging.ts";
import { createListensAt, createOwnNetworks } from "../server/outside/ownNetworks.ts";
import { createPictures } from "../server/features/qr/pictures.ts";
import { createPixels } from "../server/features/pixels/service.ts";
import { createQrCodes } from "../server/features/qr/service.ts";
import { createQrExports } from "../server/features/exchange/qrExports.ts";
import { createQrLists } from "../server/features/qr/qrLists.ts";
import { createQrPictures } from "../server/features/qr/qrPictures.ts";
import { createDomainChecks } from "../server/features/domains/domainChecks.ts";
import { createPreparedLinks } from "../server/features/links/preparedLinks.ts";
import {
  createPublicAddress,
  type PublicDoor,
} from "../server/features/publicAddress/publicAddress.ts";
import { createPlainLink, createProve } from "../server/features/publicAddress/publicProof.ts";
import { createReach } from "../server/features/publicAddress/publicAddressMonitor.ts";
import { createReferences } from "../server/common/references.ts";
import type { Settings } from "../server/features/settings/settings.ts";
import { createSplashPages } from "../server/features/splash/service.ts";
import type { Statistics } from "../server/features/clicks/statistics.ts";
import { createClickStatistics } from "../server/features/statistics/clickStatistics.ts";
import { createLocalHours } from "../server/features/clicks/localHours.ts";
import { createReadingThread } from "../server/features/statistics/readingThread.ts";
import { createSubjects } from "../server/features/statistics/subjects.ts";
import { hourLength } from "../server/features/statistics/period.ts";
import { createTags } from "../server/features/tags/service.ts";
import { createTimestamps } from "../server/common/timestamps.ts";
import { createTunnel } from "../server/features/publicAddress/tunnel/tunnel.ts";
import { createViews } from "../server/features/views/service.ts";
import type { Store } from "../server/store/store.ts";
import { createChangeSets } from "../server/features/changes/changeSets.ts";
import { currentOrigin } from "../server/common/origin.ts";

/** How often jobs that are over for long are let go; milliseconds. */
const forgetInterval = 60_000;

/** 48 bits of the system's own dice. */
function realRandom(): number {
  return randomBytes(6).readUIntBE(0, 6) / 2 ** 48;
}

/** Where a tunnel brings visitors: the public door, as this computer reaches it. */
function tunnelTarget({ host, publicPort }: Settings) {
  if (publicPort === null) return null;
  return { host: isWildcard(host) ? "127.0.0.1" : host, port: publicPort };
}

export type UseCases = Awaited<ReturnType<typeof createUseCases>>;

/** The use cases of a run, built once over its store. */
export async function createUseCases(options: {
  given: ServerOptions;
  store: Store;
  statistics: Statistics;
  settings: Settings;
  keptSettings: KeptSettings;
  addresses: LiveAddresses;
  publicDoor: PublicDoor;
  clock: () => number;
}) {
  const { given, store, statistics, settings, keptSettings, addresses, publicDoor, clock } =
    options;
  const { random = realRandom, drawing = createDrawingThread(), log = toTerminal, dataDir } = given;
  const timestamps = createTimestamps(settings.timeZone);
  const references = createReferences(store);
  const aliases = createAliases({
    random,
    randomLength: () => settings.aliasLength,
    prefix: () => settings.prefix,
  });
  const ownAddresses = createOwnAddresses({
    settings,
    isAlias: (segment) => aliases.isAlias(segment),
    domainOf: (host) => domains.ofHost(host)?.id,
  });

  const fetch = createGuardedFetch(given.network);
  const proofs = createDomainProofs();
  const listensAt = createListensAt(settings, createOwnNetworks(given.network?.interfaces));
  const outside = {
    fetch,
    proofs,
    listensAt,
    askMirror: (nonce: string) => edge.question(nonce),
  };
  const askWho = createAskWho(outside);
  const domains = createDomains({
    store,
    shortBase: () => settings.shortBase,
    ownAddresses,
    ask: createAskDomain(askWho),
    isAsked: () => settings.verifyDomains,
    clock,
  });

  const targets = createLinkTargets({ store, domains, fetch, settings, clock });
  const wordsOfLink = createWordsOfLink(
    searchedLinkFields.map((name) => linkFields[name].keptUnder),
  );
  // Tags and filters each walk through all links, and the window shares our thread.
  await nextTurn();
  const tags = createLinkTags(store.links);
  await nextTurn();
  const linkFilters = createLinkFilters({
    links: store.links,
    tags,
    references,
    domains,
    ownAddresses,
    statistics,
    timestamps,
    foldedLink: createFoldedLinks({ links: store.links, wordsOfLink, clock }),
    clock,
  });
  await nextTurn();
  const fieldReader = createFieldReader({ ownAddresses, references, domains, timestamps, tags });
  const links = createLinks({
    store,
    statistics,
    aliases,
    ownAddresses,
    filters: linkFilters,
    orders: createLinkOrders({ links: store.links, statistics }),
    fieldReader,
    saved: (link) => targets.ask(link),
    clock,
  });
  const jobs = await openJobs({ dataDir, log, clock });
  const importedClicks = openImportedClicks({
    dataDir,
    store,
    statistics,
    keptSince: () =>
      settings.retentionDays === 0 ? 0 : clock() - settings.retentionDays * 86_400_000,
    maxBytes: () => settings.clicksMaxBytes,
    log,
  });
  await importedClicks.ready;
  const reading = createReadingThread();
  const timeZone = () => settings.timeZone;
  const localHour = createLocalHours(timeZone);
  const clickStatistics = createClickStatistics({
    dataDir,
    store,
    statistics,
    subjects: createSubjects({ store, linkFilters, ownAddresses }),
    thread: reading,
    imported: () => importedClicks.files(),
    timeZone,
    hourOf: localHour,
    momentOf: (hour) =>
      Date.parse(timestamps.parse(new Date(hour * hourLength).toISOString().slice(0, 19))),
    retentionDays: () => settings.retentionDays,
    clock,
  });
  const imports = await createImports({
    dataDir,
    store,
    statistics,
    jobs,
    aliases,
    ownAddresses,
    domains,
    references,
    tags,
    timestamps,
    readRest: createRestReader(fieldReader),
    importedClicks,
    clock,
  });
  await jobs.forgetOld();
  const forgetting = setInterval(() => void jobs.forgetOld(), forgetInterval).unref();

  const qrPictures = createQrPictures(drawing);
  const pictures = createPictures({ dataDir, fetch, thread: drawing });
  const qrCodes = createQrCodes({
    store,
    aliases,
    domains,
    references,
    pictures,
    qrPictures,
    clock,
  });
  const contactAnswers = createContactSubmissions({ store, clock });

  const backups = createBackups({
    store,
    dataDir,
    statistics,
    origin: () => ({
      operation: "restoreBackup",
      scope: "owner",
      ...currentOrigin(),
      by: "restore",
    }),
    changed() {
      domains.readAgain();
      contactAnswers.readAgain();
      keptSettings.readAgain();
    },
  });
  await removeWorkFolders(dataDir);
  const everything = (clicks: boolean) => packEverything({ store, dataDir, clock }, { clicks });
  const secondFolder = await createSecondFolder({
    dataDir,
    folder: () => settings.backupFolder,
    pack: () => everything(false),
    secret: store.secrets.cookieKey,
    clock,
    render: (moment) => timestamps.render(new Date(moment).toISOString()),
  });
  const rules = createRules({
    aliases,
    ownAddresses,
    settingsFault: (values) => keptSettings.faultIn(values),
  });
  const sweeps = createSweeps({
    store,
    rules,
    statistics,
    changed(collections) {
      if (collections.has("domains")) domains.readAgain();
      if (collections.has("settings")) keptSettings.readAgain();
    },
    saved({ collection, id, after }) {
      const link = collection === "links" ? store.links.get(id) : undefined;
      if (link !== undefined) targets.ask(link);
      if (collection === "overlays" && after === undefined) {
        // What visitors wrote goes with what they wrote it into, as in any deletion.
        contactAnswers.removeAll(id).catch(() => undefined);
      }
    },
  });
  const trash = createTrash({ store, sweeps, rules });
  const preparedLinks = createPreparedLinks(store);
  const plainLink = createPlainLink({ links: store.links, preparedLinks, ownAddresses, clock });
  const askReach = createAskReach(askWho);
  const resolve = given.network?.resolve ?? resolveBySystem;
  const reach = createReach({
    shortBase: () => settings.shortBase,
    isDark: () => publicAddress.isDark(),
    prove: createProve({
      resolve,
      ask: askReach,
      follow: createFollowLink(outside),
      plainLink,
    }),
    // Whoever lets nothing be asked works offline.
    isAsked: () => settings.askTargets && settings.verifyDomains,
    log,
    clock,
  });
  const publicAddress = createPublicAddress({
    store,
    settings,
    keptSettings,
    door: publicDoor,
    addresses,
    domains,
    reach,
    ask: askReach,
    isTemporaryName: isTemporaryAddress,
  });
  const tunnel = await createTunnel({
    store,
    dataDir,
    keeper: given.secretKeeper ?? null,
    target: () => tunnelTarget(settings),
    system: { platform: process.platform, environment: given.environment ?? process.env },
    clock,
    random,
    log,
    isTemporaryName: isTemporaryAddress,
    entered(stage) {
      // Between two tries nothing is asked: what is back in a second was never away.
      if (stage !== "starting" && stage !== "waiting") reach.moved();
      edge.siteChanged();
    },
  });
  addresses.onChange(() => tunnel.doorMoved());
  reach.onChange(({ state }) => {
    if (state === "silent") tunnel.lies();
  });

  const edge = createEdge({
    dataDir,
    store,
    keeper: given.secretKeeper ?? null,
    version: packageVersion(),
    scriptFile: defaultEdgeScript(),
    network: given.edge,
    parts: {
      statistics,
      qrCodes,
      pictures,
      settings,
      answers: contactAnswers,
      home() {
        const { stage, address } = tunnel.state();
        const base = stage === "up" && address !== null ? `${address}${settings.prefix}` : null;
        return base === null || edge.isMirror(base) ? null : base;
      },
    },
    plainLink,
    clock,
    log,
  });
  addresses.onChange(() => edge.siteChanged());
  reach.onChange(() => edge.siteChanged());

  return {
    random,
    /** Everything but secrets as one zip, by choice with the single clicks. */
    everything,
    account: await openAccount({ store, aliases, clock }),
    timestamps,
    references,
    domains,
    ownAddresses,
    proofs,
    preparedLinks,
    reach,
    publicAddress,
    domainChecks: createDomainChecks({
      ask: askReach,
      resolve,
      isAsked: () => settings.verifyDomains,
      clock,
    }),
    dataSizes: createDataSizes(dataDir),
    links,
    linkFilters,
    importedClicks,
    clickStatistics,
    jobs,
    imports,
    sweeps,
    trash,
    changeSets: createChangeSets(store),
    undo: createUndo(store),
    bulk: createBulk({ store, links, references, tags }),
    overlays: createOverlays({ store, contactAnswers, clock }),
    contactAnswers,
    splashPages: createSplashPages({ store, clock }),
    campaigns: createCampaigns({ store, aliases, wordsOfLink, statistics, clock }),
    channels: createChannels({ store, wordsOfLink, statistics, clock }),
    pixels: createPixels({ store, clock }),
    qrPictures,
    qrCodes,
    qrLists: createQrLists({ store, scans: statistics.scans, ownAddresses }),
    qrExports: createQrExports({ store, qrCodes, qrPictures, ownAddresses, clock }),
    tags: createTags({ store, tags, statistics }),
    tunnel,
    edge,
    backups,
    secondFolder,
    views: createViews({ store, clock }),
    bioPages: createBioPages({ store, aliases, domains, clock }),
    /** Before the store is closed. */
    async close() {
      clearInterval(forgetting);
      reach.close();
      await edge.close();
      await secondFolder.close();
      await jobs.close();
      await importedClicks.close();
      await Promise.all([targets.close(), drawing.close(), reading.close(), imports.close()]);
    },
  };
}
