import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { createDownload, releaseFor } from "../server/features/publicAddress/tunnel/download.ts";
import { createEdge } from "../mirror/home/edge.ts";
import { createEdgeRecord } from "../mirror/home/edgeRecord.ts";
import type { Edge } from "../mirror/home/edgeState.ts";
import type { App, Core } from "../server/common/context.ts";
import { systemAlarm } from "../server/common/alarm.ts";
import { createServiceEvents, type ServiceEvents } from "../server/common/events.ts";
import { currentOrigin } from "../server/common/origin.ts";
import { nextTurn } from "../server/common/paging.ts";
import { createPublicRecords } from "../server/common/publicRecords.ts";
import { createSecurityLog, type SecurityLog } from "../server/common/securityLog.ts";
import { errorText } from "../util/errorText.ts";
import { openAccount } from "../server/features/account/service.ts";
import { createPendingChanges } from "../server/features/automation/assistants/pending.ts";
import { openApiKeys } from "../server/features/automation/keys/service.ts";
import { createPairings } from "../server/features/automation/pairing/pairing.ts";
import { createWebhooks } from "../server/features/automation/webhooks/service.ts";
import { createBackups } from "../server/features/backups/backups.ts";
import { createDataSizes } from "../server/features/backups/dataFolder.ts";
import { packEverything } from "../server/features/backups/everything.ts";
import { createSecondFolder } from "../server/features/backups/secondFolder.ts";
import { createBioPages } from "../server/features/bio/service.ts";
import { createCampaigns } from "../server/features/campaigns/service.ts";
import { createBatchAnswers } from "../server/features/changes/batchAnswers.ts";
import { createBatchChanges } from "../server/features/changes/batchChange.ts";
import { createBulk } from "../server/features/changes/bulk.ts";
import { createChangeSets } from "../server/features/changes/changeSets.ts";
import { startHistoryRetention } from "../server/features/changes/historyRetention.ts";
import { createInvariants } from "../server/features/changes/invariants.ts";
import { createChangePresenter } from "../server/features/changes/presentChanges.ts";
import { createTrash } from "../server/features/changes/trash.ts";
import { createUndo } from "../server/features/changes/undo.ts";
import { createChannels } from "../server/features/channels/service.ts";
import { createClicks } from "../server/features/clicks/recordClick.ts";
import { openCountries } from "../server/features/clicks/countries.ts";
import { startRetention } from "../server/features/clicks/retention.ts";
import { createKeyedVisitors } from "../server/features/clicks/visitorKeys.ts";
import { createDomainChecks } from "../server/features/domains/domainChecks.ts";
import { createDomainHosts } from "../server/features/domains/domainHosts.ts";
import { createOwnAddresses } from "../server/features/domains/ownAddresses.ts";
import { createAddressPresenter } from "../server/features/domains/presentAddress.ts";
import { createDomains } from "../server/features/domains/service.ts";
import { createExports } from "../server/features/exchange/exports.ts";
import { openImportedClicks } from "../server/features/exchange/importedClicks.ts";
import { createImports } from "../server/features/exchange/imports.ts";
import { createQrExports } from "../server/features/exchange/qrExports.ts";
import { createJobPresenter } from "../server/features/jobs/handlers.ts";
import { openJobs } from "../server/features/jobs/jobs.ts";
import { createAliases } from "../server/features/links/aliases.ts";
import { createFieldReader } from "../server/features/links/linkFields.ts";
import { createLinkFilters } from "../server/features/links/linkFilter.ts";
import { createLinkOrders } from "../server/features/links/linkOrders.ts";
import { createFoldedLinks, createWordsOfLink } from "../server/features/links/linkSearch.ts";
import { createPreparedLinks } from "../server/features/links/preparedLinks.ts";
import { createLinkPresenter } from "../server/features/links/presentLink.ts";
import { createLinks } from "../server/features/links/service.ts";
import { createAnswerPresenter } from "../server/features/overlays/answerHandlers.ts";
import { createContactSubmissions } from "../server/features/overlays/contactSubmissions.ts";
import { createOverlays } from "../server/features/overlays/service.ts";
import { createPixels } from "../server/features/pixels/service.ts";
import { createPublicAddress } from "../server/features/publicAddress/publicAddress.ts";
import { createReach } from "../server/features/publicAddress/publicAddressMonitor.ts";
import { createPlainLink, createProve } from "../server/features/publicAddress/publicProof.ts";
import { createTunnel } from "../server/features/publicAddress/tunnel/tunnel.ts";
import { createDrawingThread } from "../server/features/qr/drawingThread.ts";
import { createPictures } from "../server/features/qr/pictures.ts";
import { createQrLists } from "../server/features/qr/qrLists.ts";
import { createQrPictures } from "../server/features/qr/qrPictures.ts";
import { createQrCodes } from "../server/features/qr/service.ts";
import type { Settings } from "../server/features/settings/settings.ts";
import { createSplashPages } from "../server/features/splash/service.ts";
import { createClickStatistics } from "../server/features/statistics/clickStatistics.ts";
import { createReadingThread } from "../server/features/statistics/readingThread.ts";
import { createLinkTags } from "../server/features/tags/linkTags.ts";
import { createTags } from "../server/features/tags/service.ts";
import { createViews } from "../server/features/views/service.ts";
import { isWildcard } from "../server/http/hosts.ts";
import { createVisits, type Visits } from "../server/http/visits/visits.ts";
import { createAskDomain, createAskReach, createAskWho } from "../server/outside/askDomain.ts";
import { resolveBySystem } from "../server/outside/checkedConnections.ts";
import { createDomainProofs } from "../server/outside/domainProofs.ts";
import { createFollowLink } from "../server/outside/followLink.ts";
import { createGuardedFetch } from "../server/outside/guardedFetch.ts";
import { createLinkTargets } from "../server/outside/linkTargets.ts";
import { createListensAt, createOwnNetworks } from "../server/outside/ownNetworks.ts";
import { createFormTokens } from "../server/http/visits/contactVisits.ts";
import { createLinkPasswords } from "../server/passwords/linkPasswords.ts";
import { createSignedTokens } from "../server/passwords/signedTokens.ts";
import { removeWorkFolders } from "../server/store/workFolder.ts";
import { createPreviews, type CachedPreviews } from "../server/visit/previews.ts";
import { createTryVisit } from "../server/visit/tryVisit.ts";
import type { LiveAddresses } from "./runSettings.ts";
import type { ServerOptions } from "./options.ts";
import { packageVersion } from "./packageDir.ts";
import { defaultEdgeScript } from "./paths.ts";

/** Everything of a run, and what only those who compose it need. */
export interface RunningApp extends App {
  readonly bases: LiveAddresses;
  readonly mirror: Edge;
  readonly visits: Visits;
  readonly previews: CachedPreviews;
  readonly securityLog: SecurityLog;
  readonly events: ServiceEvents;
  /** Looks whether what is kept is within bounds that are others now. */
  lookAtBounds(): void;
  /** Before the store is closed. */
  close(): Promise<void>;
}

/** What is there before any service: opened, read and listened at by `server.ts`. */
export type Ground = Core & Pick<App, "doors"> & { readonly bases: LiveAddresses };

/** How often jobs that are over for long are let go; milliseconds. */
const forgetInterval = 60_000;

/** Adds to an app what was just created: whatever comes after it may ask for it. */
function add<Existing extends object, Parts extends object>(
  app: Existing,
  parts: Parts,
): asserts app is Existing & Parts {
  Object.assign(app, parts);
}

/** Where a tunnel brings visitors: the public door, as this computer reaches it. */
function tunnelTarget({ host, publicPort }: Settings) {
  if (publicPort === null) return null;
  return { host: isWildcard(host) ? "127.0.0.1" : host, port: publicPort };
}

/**
 * Creates everything of a run in the order in which one thing needs another. The compiler refuses
 * what asks for something further down.
 */
export async function createApp(ground: Ground, given: ServerOptions): Promise<RunningApp> {
  const { network, wait, drawing = createDrawingThread() } = given;
  const { store, dataDir, settings, bases, clock, log } = ground;
  const app: Ground = { ...ground };

  // Our addresses, and who answers at one.
  add(app, { aliases: createAliases(app), domainHosts: createDomainHosts(store) });
  const { aliases, domainHosts } = app;
  const ownAddresses = createOwnAddresses({
    settings,
    isAlias: (segment) => aliases.isAlias(segment),
    domainOf: (host) => domainHosts.ofHost(host)?.id,
  });
  const edgeRecord = createEdgeRecord(app);
  const ownNetworks = createOwnNetworks(network?.interfaces);
  add(app, {
    ownAddresses,
    fetch: createGuardedFetch(network),
    proofs: createDomainProofs(),
    listensAt: createListensAt(settings, ownNetworks),
    isConnected: () => ownNetworks.isConnected(),
    alarm: given.alarm ?? systemAlarm,
    resolve: network?.resolve ?? resolveBySystem,
    askMirror: edgeRecord.question,
  });
  const askWho = createAskWho(app);
  add(app, { askDomain: createAskDomain(askWho), askReach: createAskReach(askWho) });
  add(app, { domains: createDomains(app), domainChecks: createDomainChecks(app) });
  add(app, { account: await openAccount(app), apiKeys: await openApiKeys(app) });
  add(app, { pendingChanges: createPendingChanges(app), pairings: createPairings(app) });

  // Links. Tags and filters each walk through all of them, and the window shares our thread.
  add(app, { targets: createLinkTargets(app), wordsOfLink: createWordsOfLink() });
  add(app, { foldedLink: createFoldedLinks(app), linkOrders: createLinkOrders(app) });
  await nextTurn();
  add(app, { linkTags: createLinkTags(store.links) });
  await nextTurn();
  add(app, { linkFilters: createLinkFilters(app), fieldReader: createFieldReader(app) });
  await nextTurn();
  add(app, {
    links: createLinks(app),
    tags: createTags(app),
    preparedLinks: createPreparedLinks(store),
    places: createPublicRecords(app),
  });

  // What stands around links.
  add(app, { contactAnswers: createContactSubmissions(app) });
  add(app, {
    overlays: createOverlays(app),
    splashPages: createSplashPages(app),
    campaigns: createCampaigns(app),
    channels: createChannels(app),
    pixels: createPixels(app),
    views: createViews(app),
  });

  // QR codes.
  add(app, { drawing, qrPictures: createQrPictures(drawing) });
  add(app, { pictures: createPictures(app) });
  add(app, { bioPages: createBioPages(app) });
  add(app, { qrCodes: createQrCodes(app), qrLists: createQrLists(app) });
  add(app, { qrExports: createQrExports(app) });

  // How records are shown.
  add(app, { addresses: createAddressPresenter(app.domains) });
  add(app, { linkPresenter: createLinkPresenter(app) });
  add(app, {
    presentJob: createJobPresenter(app.timestamps),
    presentChanges: createChangePresenter(app),
    presentAnswer: createAnswerPresenter(app),
  });
  add(app, { webhooks: await createWebhooks(app) });

  // Single clicks, and what takes long.
  const { contactAnswers, settingsStore, targets, webhooks } = app;
  add(app, { jobs: await openJobs(app), importedClicks: openImportedClicks(app) });
  await app.importedClicks.ready;
  add(app, { reading: createReadingThread() });
  add(app, {
    clickStatistics: createClickStatistics(app),
    imports: await createImports(app),
    exports: createExports(app),
  });
  const { jobs } = app;
  await jobs.forgetOld();
  const forgetting = setInterval(() => {
    jobs.forgetOld().catch((error: unknown) => {
      app.log(`Old jobs couldn't be deleted: ${errorText(error)}`);
    });
  }, forgetInterval).unref();
  const retention = startRetention(app);
  const historyRetention = startHistoryRetention(app);

  // Backups.
  await removeWorkFolders(dataDir);
  add(app, {
    backups: createBackups(
      app,
      () => ({ operation: "restoreBackup", scope: "owner", ...currentOrigin(), by: "restore" }),
      (collections) => {
        if (collections.has("contactAnswers")) contactAnswers.readAgain();
        if (collections.has("settings")) settingsStore.readAgain();
      },
    ),
    everything: (clicks: boolean) => packEverything({ store, dataDir, clock }, { clicks }),
    dataSizes: createDataSizes(dataDir),
  });
  add(app, { secondFolder: await createSecondFolder(app) });
  const { secondFolder } = app;

  // Changes.
  add(app, { invariants: createInvariants(app) });
  const batchChanges = createBatchChanges(app, {
    changed(collections) {
      if (collections.has("settings")) settingsStore.readAgain();
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
  add(app, { batchChanges, changeSets: createChangeSets(store), undo: createUndo(store) });
  add(app, { trash: createTrash(app), bulk: createBulk(app) });
  add(app, { batchAnswers: createBatchAnswers(app) });

  // The public address, the tunnel to it, and the mirror.
  add(app, { plainLink: createPlainLink(app) });
  add(app, { reach: createReach(app, createProve(app, createFollowLink(app))) });
  const { reach } = app;
  const environment = given.environment ?? process.env;
  const download = createDownload({
    fetch: app.fetch,
    folder: join(app.dataDir, "programs"),
    file: process.platform === "win32" ? "cloudflared.exe" : "cloudflared",
    release: given.cloudflared ?? releaseFor(process.platform, process.arch),
    log: app.log,
  });
  add(app, {
    publicAddress: createPublicAddress(app),
    tunnel: await createTunnel(app, {
      target: () => tunnelTarget(settings),
      system: { platform: process.platform, environment, download },
      download,
    }),
  });
  const { tunnel } = app;
  const version = packageVersion();
  const scriptFile = defaultEdgeScript();
  const mirror = createEdge(app, edgeRecord, { version, scriptFile, network: given.edge });
  const program = given.program ?? [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
  add(app, { version, mirror, program });
  // What one of them learns concerns the others.
  tunnel.onStage((stage) => {
    // Between two tries nothing is asked: what is back in a second was never away.
    if (stage !== "starting" && stage !== "waiting") reach.moved();
    mirror.siteChanged();
  });
  bases.onChange(() => {
    tunnel.doorMoved();
    mirror.siteChanged();
  });
  reach.onChange(({ state }) => {
    if (state === "unreachable") tunnel.handleUnreachable();
    mirror.siteChanged();
  });

  // Visits, real ones and others.
  const securityLog = createSecurityLog({ log });
  const countries = openCountries();
  const { account, proofs } = app;
  const { cookieKey, hashKey } = store.secrets;
  const ownPlace = (address: string) => ownAddresses.placeOf(address);
  const leadsBack = (address: string) => ownAddresses.leadsBack(address);
  add(app, { securityLog, visitors: createKeyedVisitors(hashKey) });
  const previews = createPreviews({
    ...app,
    leadsBack,
    newTicket: () => randomBytes(24).toString("base64url"),
  });
  const visits = createVisits({
    ...app,
    countries,
    ownPlace,
    clicks: createClicks(store.clicks),
    clicksOf: ({ id }) => app.statistics.clicksOf(id),
    counterOf: (link) => mirror.counterOf(link),
    passwords: createLinkPasswords({ cookieKey, clock, wait, securityLog, store }),
    formTokens: createFormTokens(createSignedTokens({ cookieKey, clock })),
    isUsername: (name) => account.isUsername(name),
    // What is signed beside it is for a mirror.
    isProof: (proof) => proofs.isPending(proof.split(".", 1)[0] ?? ""),
  });
  const tryVisit = createTryVisit({
    ...app,
    ownPlace,
    leadsBack,
    trialOf: (link) => ({ clicks: app.statistics.clicksOf(link), roll: app.random() }),
    keepPage: (page, scheme) => previews.keep(page, scheme),
  });
  const events = createServiceEvents(app);
  const { drawing: _given, reading, importedClicks, imports } = app;
  add(app, {
    previews,
    visits,
    tryVisit,
    events,
    notices: () => [
      ...store.warnings,
      ...(countries.warning === null ? [] : [countries.warning]),
      ...store.clicks.notices(),
      ...importedClicks.notices(),
      ...contactAnswers.notices(),
      ...secondFolder.notices(),
      ...app.apiKeys.notices(),
      ...app.pendingChanges.notices(),
      ...webhooks.notices(),
    ],
    lookAtBounds() {
      retention.look();
      historyRetention.look();
      secondFolder.look();
    },
    async close() {
      events.close();
      securityLog.close();
      retention.close();
      historyRetention.close();
      clearInterval(forgetting);
      reach.close();
      await webhooks.close();
      await mirror.close();
      await app.apiKeys.close();
      await secondFolder.close();
      await importedClicks.close(jobs.close());
      await Promise.all([targets.close(), drawing.close(), reading.close(), imports.close()]);
    },
  });
  return app;
}
