import { accountOperations } from "./account.ts";
import { backupOperations } from "./backups.ts";
import { bioPageOperations } from "./bioPages.ts";
import { campaignOperations } from "./campaigns.ts";
import { bulkOperations } from "./bulk.ts";
import { changeOperations } from "./changes.ts";
import { channelOperations } from "./channels.ts";
import { dataFolderOperations } from "./dataFolder.ts";
import { domainOperations } from "./domains.ts";
import { edgeOperations } from "./edge.ts";
import { exportOperations } from "./exports.ts";
import { historyOperations } from "./history.ts";
import { importOperations } from "./imports.ts";
import { inboxOperations } from "./inbox.ts";
import { jobOperations } from "./jobs.ts";
import { linkOperations } from "./links.ts";
import { overlayOperations } from "./overlays.ts";
import { pixelOperations } from "./pixels.ts";
import { previewOperations } from "./preview.ts";
import { publicAddressOperations } from "./publicAddress.ts";
import { qrOperations } from "./qrCodes.ts";
import { reachOperations } from "./reach.ts";
import { serviceOperations } from "./service.ts";
import { settingsOperations } from "./settings.ts";
import { splashPageOperations } from "./splashPages.ts";
import { statisticsOperations } from "./statistics.ts";
import { tagOperations } from "./tags.ts";
import { trashOperations } from "./trash.ts";
import { tryLinkOperations } from "./tryLink.ts";
import { tunnelOperations } from "./tunnels.ts";
import { viewOperations } from "./views.ts";

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
  ...settingsOperations,
  ...reachOperations,
  ...publicAddressOperations,
  ...tunnelOperations,
  ...edgeOperations,
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
