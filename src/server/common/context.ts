import type { AccountService } from "../features/account/service.ts";
import type { PendingChanges } from "../features/automation/assistants/pending.ts";
import type { ApiKeys } from "../features/automation/keys/service.ts";
import type { Pairings } from "../features/automation/pairing/pairing.ts";
import type { BackupService } from "../features/backups/backups.ts";
import type { DataSizes } from "../../contract/changes/dataFolder.ts";
import type { Everything } from "../features/backups/everything.ts";
import type { SecondFolder } from "../features/backups/secondFolder.ts";
import type { WebhookService } from "../features/automation/webhooks/service.ts";
import type { BioPageService } from "../features/bio/service.ts";
import type { CampaignService } from "../features/campaigns/service.ts";
import type { BatchAnswers } from "../features/changes/batchAnswers.ts";
import type { BatchChanges } from "../features/changes/batchChange.ts";
import type { Bulk } from "../features/changes/bulk.ts";
import type { ChangeSets } from "../features/changes/changeSets.ts";
import type { Invariants } from "../features/changes/invariants.ts";
import type { ChangePresenter } from "../features/changes/presentChanges.ts";
import type { Trash } from "../features/changes/trash.ts";
import type { Undo } from "../features/changes/undo.ts";
import type { ChannelService } from "../features/channels/service.ts";
import type { KeyedVisitors } from "../features/clicks/visitorKeys.ts";
import type { Statistics } from "../features/clicks/statistics.ts";
import type { DomainChecks } from "../features/domains/domainChecks.ts";
import type { DomainHosts } from "../features/domains/domainHosts.ts";
import type { OwnAddresses } from "../features/domains/ownAddresses.ts";
import type { AddressPresenter } from "../features/domains/presentAddress.ts";
import type { AskDomain, DomainService } from "../features/domains/service.ts";
import type { Exports } from "../features/exchange/exports.ts";
import type { ImportedClicks } from "../features/exchange/importedClicks.ts";
import type { ImportService } from "../features/exchange/imports.ts";
import type { QrExports } from "../features/exchange/qrExports.ts";
import type { PresentJob } from "../features/jobs/handlers.ts";
import type { JobService } from "../features/jobs/jobs.ts";
import type { Aliases } from "../features/links/aliases.ts";
import type { FieldReader } from "../features/links/linkFields.ts";
import type { LinkFilters } from "../features/links/linkFilter.ts";
import type { LinkOrders } from "../features/links/linkOrders.ts";
import type { FoldedLink, WordsOfLink } from "../features/links/linkSearch.ts";
import type { PreparedLinks } from "../features/links/preparedLinks.ts";
import type { LinkPresenter } from "../features/links/presentLink.ts";
import type { LinkService } from "../features/links/service.ts";
import type { TryVisit } from "../features/links/tryLink.ts";
import type { PresentAnswer } from "../features/overlays/answerHandlers.ts";
import type { ContactSubmissions } from "../features/overlays/contactSubmissions.ts";
import type { OverlayService } from "../features/overlays/service.ts";
import type { PixelService } from "../features/pixels/service.ts";
import type { Bases, PublicAddress, PublicDoor } from "../features/publicAddress/publicAddress.ts";
import type { AskReach, Reach } from "../features/publicAddress/publicAddressMonitor.ts";
import type { PlainLink } from "../features/publicAddress/publicProof.ts";
import type { Tunnel } from "../features/publicAddress/tunnel/tunnel.ts";
import type { DrawingThread } from "../features/qr/drawingThread.ts";
import type { Pictures } from "../features/qr/pictures.ts";
import type { QrLists } from "../features/qr/qrLists.ts";
import type { QrPictures } from "../features/qr/qrPictures.ts";
import type { QrCodeService } from "../features/qr/service.ts";
import type { Settings } from "../features/settings/settings.ts";
import type { SettingsStore } from "../features/settings/settingsStore.ts";
import type { Previews } from "../features/splash/previews.ts";
import type { SplashPageService } from "../features/splash/service.ts";
import type { ClickStatistics } from "../features/statistics/clickStatistics.ts";
import type { ReadingThread } from "../features/statistics/readingThread.ts";
import type { LinkTags } from "../features/tags/linkTags.ts";
import type { TagService } from "../features/tags/service.ts";
import type { ViewService } from "../features/views/service.ts";
import type { AskMirror } from "../outside/askDomain.ts";
import type { DomainProofs } from "../outside/domainProofs.ts";
import type { GuardedFetch } from "../outside/guardedFetch.ts";
import type { LinkTargets } from "../outside/linkTargets.ts";
import type { Reach as WireReach } from "../../contract/server/reach.ts";
import type { Message } from "../../contract/messages/messages.ts";
import type { GuiFile } from "../store/guiFile.ts";
import type { Store } from "../store/store.ts";
import type { Alarm } from "./alarm.ts";
import type { PublicRecords } from "./publicRecords.ts";
import type { References } from "./references.ts";
import type { SecretKeeper } from "./sealedSecret.ts";
import type { Timestamps } from "./timestamps.ts";

/** What each service and handler may build on: there before any of them. */
export interface Core {
  readonly dataDir: string;
  readonly store: Store;
  readonly statistics: Statistics;
  /** As they are now. */
  readonly settings: Settings;
  readonly settingsStore: SettingsStore;
  readonly guiFile: GuiFile;
  readonly timestamps: Timestamps;
  readonly references: References;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Lines for the owner. */
  readonly log: (line: string) => void;
  /** Null: the system has no key store, or it isn't used. */
  readonly secretKeeper: SecretKeeper | null;
  readonly bases: Bases;
  readonly publicDoor: PublicDoor;
}

/** What features tell the mirror, which they know no more of. */
export interface MirrorWatch {
  /** Somebody looks at clicks as they come in. */
  looked(): void;
  /** What holds for every visit, and is no record, is another. */
  siteChanged(): void;
}

/**
 * Everything of a run, created in one place and in one order (`src/app/app.ts`). A factory names
 * what it takes of it, so that the compiler knows whether that exists by then.
 */
export interface App extends Core {
  // What is an address of this service, and who answers there.
  readonly aliases: Aliases;
  readonly domainHosts: DomainHosts;
  readonly ownAddresses: OwnAddresses;
  readonly fetch: GuardedFetch;
  readonly proofs: DomainProofs;
  /** Whether this service listens at a numeric address and port. */
  readonly listensAt: (address: string, port: number) => boolean;
  /** Whether this computer has a way to others; else it is offline. */
  readonly isConnected: () => boolean;
  readonly askMirror: AskMirror;
  readonly askDomain: AskDomain;
  readonly askReach: AskReach;
  /** Rejects where there is no such name. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  readonly domains: DomainService;
  readonly domainChecks: DomainChecks;

  // Links.
  readonly targets: LinkTargets;
  readonly wordsOfLink: WordsOfLink;
  readonly foldedLink: FoldedLink;
  readonly linkTags: LinkTags;
  readonly linkFilters: LinkFilters;
  readonly linkOrders: LinkOrders;
  readonly fieldReader: FieldReader;
  readonly links: LinkService;
  readonly preparedLinks: PreparedLinks;
  readonly tags: TagService;
  readonly places: PublicRecords;

  // What stands around links.
  readonly account: AccountService;
  readonly apiKeys: ApiKeys;
  readonly pendingChanges: PendingChanges;
  readonly pairings: Pairings;
  readonly contactAnswers: ContactSubmissions;
  readonly overlays: OverlayService;
  readonly splashPages: SplashPageService;
  readonly campaigns: CampaignService;
  readonly channels: ChannelService;
  readonly pixels: PixelService;
  readonly views: ViewService;
  readonly bioPages: BioPageService;

  // QR codes.
  readonly drawing: DrawingThread;
  readonly qrPictures: QrPictures;
  readonly pictures: Pictures;
  readonly qrCodes: QrCodeService;
  readonly qrLists: QrLists;
  readonly qrExports: QrExports;

  // Clicks, and what takes long.
  readonly jobs: JobService;
  readonly importedClicks: ImportedClicks;
  readonly reading: ReadingThread;
  readonly clickStatistics: ClickStatistics;
  readonly imports: ImportService;
  readonly exports: Exports;

  // Backups and changes.
  readonly backups: BackupService;
  /** Everything but secrets as one zip, by choice with the single clicks. */
  readonly everything: (clicks: boolean) => Promise<Everything>;
  readonly secondFolder: SecondFolder;
  readonly dataSizes: () => Promise<DataSizes>;
  readonly invariants: Invariants;
  readonly batchChanges: BatchChanges;
  readonly trash: Trash;
  readonly changeSets: ChangeSets;
  readonly undo: Undo;
  readonly bulk: Bulk;

  // The public address.
  /** Null: no link leads everybody to one place. */
  readonly plainLink: () => PlainLink | null;
  readonly reach: Reach;
  readonly publicAddress: PublicAddress;
  readonly tunnel: Tunnel;

  // How records are shown.
  readonly addresses: AddressPresenter;
  readonly linkPresenter: LinkPresenter;
  readonly presentJob: PresentJob;
  readonly presentChanges: ChangePresenter;
  readonly batchAnswers: BatchAnswers;
  readonly presentAnswer: PresentAnswer;
  readonly previews: Previews;
  readonly tryVisit: TryVisit;

  /** What is told to other programs. */
  readonly webhooks: WebhookService;

  // The run itself.
  readonly alarm: Alarm;
  readonly visitors: KeyedVisitors;
  readonly mirror: MirrorWatch;
  /** Of this Waypost. */
  readonly version: string;
  /** The words with which other programs on this computer start a command of Waypost. */
  readonly program: readonly string[];
  /** Where the doors are, as those who may come reach them. */
  readonly doors: () => WireReach["doors"];
  /** What the owner should be told at the moment: the store finds things while it runs, too. */
  readonly notices: () => Message[];
}
