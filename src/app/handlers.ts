import { createEdgeHandlers } from "../mirror/home/handlers.ts";
import type { Handlers } from "../server/api/handlers.ts";
import { createAccountHandlers } from "../server/features/account/handlers.ts";
import { createServiceHandlers } from "../server/features/account/serviceHandlers.ts";
import { createAssistantHandlers } from "../server/features/automation/assistants/handlers.ts";
import { createPairingHandlers } from "../server/features/automation/pairing/handlers.ts";
import { createKeyHandlers } from "../server/features/automation/keys/handlers.ts";
import { createWebhookHandlers } from "../server/features/automation/webhooks/handlers.ts";
import {
  createBackupHandlers,
  createDataFolderHandlers,
} from "../server/features/backups/handlers.ts";
import { createBioPageHandlers } from "../server/features/bio/handlers.ts";
import { createCampaignHandlers } from "../server/features/campaigns/handlers.ts";
import { createBulkHandlers } from "../server/features/changes/bulkHandlers.ts";
import { createChangeHandlers } from "../server/features/changes/handlers.ts";
import { createHistoryHandlers } from "../server/features/changes/historyHandlers.ts";
import { createTrashHandlers } from "../server/features/changes/trashHandlers.ts";
import { createChannelHandlers } from "../server/features/channels/handlers.ts";
import { createDomainHandlers } from "../server/features/domains/handlers.ts";
import {
  createExportHandlers,
  createImportHandlers,
} from "../server/features/exchange/handlers.ts";
import { createJobHandlers } from "../server/features/jobs/handlers.ts";
import { createLinkHandlers } from "../server/features/links/handlers.ts";
import { createTryLinkHandlers } from "../server/features/links/tryLinkHandlers.ts";
import { createContactAnswerHandlers } from "../server/features/overlays/answerHandlers.ts";
import { createOverlayHandlers } from "../server/features/overlays/handlers.ts";
import { createInboxHandlers } from "../server/features/overlays/inboxHandlers.ts";
import { createPixelHandlers } from "../server/features/pixels/handlers.ts";
import { createPublicAddressHandlers } from "../server/features/publicAddress/handlers.ts";
import { createReachHandlers } from "../server/features/publicAddress/monitorHandlers.ts";
import { createTunnelHandlers } from "../server/features/publicAddress/tunnelHandlers.ts";
import { createQrCodeHandlers } from "../server/features/qr/handlers.ts";
import { createSettingsHandlers } from "../server/features/settings/handlers.ts";
import { createSplashPageHandlers } from "../server/features/splash/handlers.ts";
import { createPreviewHandlers } from "../server/features/splash/previewHandlers.ts";
import { createStatisticsHandlers } from "../server/features/statistics/handlers.ts";
import { createTagHandlers } from "../server/features/tags/handlers.ts";
import { createViewHandlers } from "../server/features/views/handlers.ts";
import type { RunningApp } from "./app.ts";

/** One for every row of the contract. */
export function createHandlers(app: RunningApp): Handlers {
  const handlers: Handlers = {
    ...createAccountHandlers(app),
    ...createAssistantHandlers(app, () => handlers),
    ...createBackupHandlers(app),
    ...createBioPageHandlers(app),
    ...createBulkHandlers(app),
    ...createCampaignHandlers(app),
    ...createChangeHandlers(app),
    ...createChannelHandlers(app),
    ...createContactAnswerHandlers(app),
    ...createDataFolderHandlers(app),
    ...createDomainHandlers(app),
    ...createEdgeHandlers(app),
    ...createExportHandlers(app),
    ...createHistoryHandlers(app),
    ...createImportHandlers(app),
    ...createInboxHandlers(app),
    ...createJobHandlers(app),
    ...createKeyHandlers(app),
    ...createLinkHandlers(app),
    ...createOverlayHandlers(app),
    ...createPairingHandlers(app),
    ...createPixelHandlers(app),
    ...createPreviewHandlers(app),
    ...createPublicAddressHandlers(app),
    ...createQrCodeHandlers(app),
    ...createReachHandlers(app),
    ...createServiceHandlers(app),
    ...createSettingsHandlers(app, () => app.lookAtBounds()),
    ...createSplashPageHandlers(app),
    ...createStatisticsHandlers(app),
    ...createTagHandlers(app),
    ...createTrashHandlers(app),
    ...createTryLinkHandlers(app),
    ...createTunnelHandlers(app),
    ...createViewHandlers(app),
    ...createWebhookHandlers(app),
  };
  return handlers;
}
