import type { ServiceState, serviceOperations } from "../../../contract/service.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { createOpenApi, type OpenApiDocument } from "../../api/openApi.ts";

export function createServiceHandlers(options: {
  state: () => ServiceState;
  apiKey: () => string;
  forgetVisitors: () => Promise<void>;
  renewKey: () => Promise<string>;
}): HandlersOf<typeof serviceOperations> {
  let document: OpenApiDocument | undefined;
  return {
    // Made when first asked for: the base address isn't known before the doors are open.
    getOpenApi: () => (document ??= createOpenApi({ serverUrl: options.state().baseUrl })),
    getService: () => ({ error: 0, data: options.state() }),
    renewKey: async () => ({ error: 0, key: await options.renewKey() }),
    async forgetVisitors() {
      await options.forgetVisitors();
      return { error: 0, message: "All visitors have been forgotten." };
    },
    getKey: () => ({ error: 0, key: options.apiKey() }),
  };
}
