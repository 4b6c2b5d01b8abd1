import { jobOperations } from "../../../contract/changes/jobs.ts";
import { campaignOperations } from "../../../contract/resources/campaigns.ts";
import { channelOperations } from "../../../contract/resources/channels.ts";
import { domainOperations } from "../../../contract/resources/domains.ts";
import { overlayOperations } from "../../../contract/resources/overlays.ts";
import { pixelOperations } from "../../../contract/resources/pixels.ts";
import { splashPageOperations } from "../../../contract/resources/splashPages.ts";
import { viewOperations } from "../../../contract/resources/views.ts";
import type { Operation } from "../../../contract/operation.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { linkOperations } from "../../../contract/resources/links.ts";
import { statisticsOperations } from "../../../contract/resources/statistics.ts";
import { tagOperations } from "../../../contract/resources/tags.ts";
import { reachOperations } from "../../../contract/server/reach.ts";
import { serviceOperations } from "../../../contract/server/service.ts";

/** What the first screen asks. */
const firstRows: Readonly<Partial<Record<OperationName, Operation>>> = {
  ...serviceOperations,
  ...linkOperations,
  ...statisticsOperations,
  ...tagOperations,
  ...campaignOperations,
  ...channelOperations,
  ...domainOperations,
  ...overlayOperations,
  ...pixelOperations,
  ...splashPageOperations,
  ...viewOperations,
  ...jobOperations,
  ...reachOperations,
};

/** The row of the contract of one operation; rejects where the file with all others can't be had. */
export async function operationRow(name: OperationName): Promise<Operation> {
  return firstRows[name] ?? (await fetchRows())[name];
}

/** Every row: those that the first screen doesn't ask come in a file of their own. */
export async function fetchRows(): Promise<Readonly<Record<OperationName, Operation>>> {
  return (await import("../../../contract/operations.ts")).operations;
}
