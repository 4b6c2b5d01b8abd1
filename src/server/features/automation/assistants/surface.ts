import type { IncomingMessage, ServerResponse } from "node:http";
import { isFromHere, type Surface } from "../surface.ts";
import { isForeignOrigin, sendProblem } from "./answers.ts";
import type { EndpointParts } from "./endpoint.ts";

const path = "/mcp";

/** `/mcp`: where assistants come in. Nothing of it is loaded before the first of them does. */
export function createAssistantSurface(parts: EndpointParts): Surface {
  const { settings, log } = parts;
  let endpoint: Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>>;
  const load = async () => (await import("./endpoint.ts")).createEndpoint(parts);

  return {
    takes: (asked) =>
      (asked === path || asked.startsWith(`${path}?`)) && settings.get("automation.assistants"),
    handle(request, response, { isOwn }) {
      const isHere = isOwn && isFromHere(request);
      if (!isHere || isForeignOrigin(request.headers)) {
        parts.securityLog.refused(isHere ? "otherSite" : "host");
        return sendProblem(response, 403, "Assistants can only connect on this computer.");
      }
      if (request.method !== "POST") {
        response.setHeader("Allow", "POST");
        return sendProblem(response, 405, "This address accepts only POST.");
      }
      endpoint ??= load();
      endpoint
        .then((answer) => answer(request, response))
        .catch((error: unknown) => {
          log(`An assistant's request failed: ${String(error)}`);
          if (response.headersSent) response.destroy();
          else sendProblem(response, 500, "Something went wrong in the server.");
        });
    },
  };
}
