import type { ServiceState } from "../../../contract/server/service.ts";
import { isTemporaryAddress as isTemporaryName } from "../../../contract/fields/temporaryAddress.ts";
import { queryClient } from "../../app/client/api.ts";

/** Whether an address is gone when its tunnel starts again: by its name, or as it was marked when it was taken. */
export function isTemporaryAddress(address: string): boolean {
  const service = queryClient.getQueryData<ServiceState>(["service"]);
  return isTemporaryName(address) || (service?.temporary === true && isBelow(address, service));
}

function isBelow(address: string, { shortBase }: Pick<ServiceState, "shortBase">): boolean {
  return address === shortBase || address.startsWith(`${shortBase.replace(/\/$/, "")}/`);
}
