import { accountOperations } from "./resources/account.ts";
import { assistantOperations } from "./server/automation/assistants.ts";
import { pairingOperations } from "./server/automation/pairing.ts";
import { backupOperations } from "./changes/backups.ts";
import { bioPageOperations } from "./resources/bioPages.ts";
import { campaignOperations } from "./resources/campaigns.ts";
import { bulkOperations } from "./changes/bulk.ts";
import { changeOperations } from "./changes/changes.ts";
import { channelOperations } from "./resources/channels.ts";
import { dataFolderOperations } from "./changes/dataFolder.ts";
import { domainOperations } from "./resources/domains.ts";
import { edgeOperations } from "./server/edge.ts";
import { exportOperations } from "./changes/exports.ts";
import { historyOperations } from "./changes/history.ts";
import { importOperations } from "./changes/imports.ts";
import { inboxOperations } from "./resources/inbox.ts";
import { jobOperations } from "./changes/jobs.ts";
import { keyOperations } from "./server/automation/keys.ts";
import { linkOperations } from "./resources/links.ts";
import { overlayOperations } from "./resources/overlays.ts";
import { pixelOperations } from "./resources/pixels.ts";
import { previewOperations } from "./resources/preview.ts";
import { publicAddressOperations } from "./server/publicAddress.ts";
import { qrOperations } from "./resources/qrCodes.ts";
import { reachOperations } from "./server/reach.ts";
import { serviceOperations } from "./server/service.ts";
import { settingsOperations } from "./server/settings.ts";
import { splashPageOperations } from "./resources/splashPages.ts";
import { statisticsOperations } from "./resources/statistics.ts";
import { tagOperations } from "./resources/tags.ts";
import { trashOperations } from "./changes/trash.ts";
import { tryLinkOperations } from "./resources/tryLink.ts";
import { tunnelOperations } from "./server/tunnels.ts";
import { viewOperations } from "./resources/views.ts";
import { webhookOperations } from "./server/automation/webhooks.ts";

/** The contract: every request the service answers under `/api`, by name. */
export const operations = {
  ...accountOperations,
  ...domainOperations,
  ...overlayOperations,
  ...inboxOperations,
  ...splashPageOperations,
  ...campaignOperations,
  ...channelOperations,
  ...linkOperations,
  ...historyOperations,
  ...statisticsOperations,
  ...tryLinkOperations,
  ...pixelOperations,
  ...qrOperations,
  ...bioPageOperations,
  ...tagOperations,
  ...viewOperations,
  ...previewOperations,
  ...serviceOperations,
  ...keyOperations,
  ...assistantOperations,
  ...pairingOperations,
  ...settingsOperations,
  ...reachOperations,
  ...publicAddressOperations,
  ...tunnelOperations,
  ...edgeOperations,
  ...webhookOperations,
  ...dataFolderOperations,
  ...backupOperations,
  ...bulkOperations,
  ...jobOperations,
  ...importOperations,
  ...exportOperations,
  ...changeOperations,
  ...trashOperations,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
