import type { KeyTurns } from "../server/api/keyTurns.ts";
import type { RateLimit } from "../server/api/rateLimit.ts";
import type { Handlers } from "../server/api/handlers.ts";
import type { SecurityLog } from "../server/common/securityLog.ts";
import { createAssistantSurface } from "../server/features/automation/assistants/surface.ts";
import { createPairingSurface } from "../server/features/automation/pairing/surface.ts";
import { createFacadeSurfaces } from "../server/features/automation/facades/surfaces.ts";
import { createCallOperation } from "../server/features/automation/callOperation.ts";
import { createGate } from "../server/features/automation/gate.ts";
import type { Surface } from "../server/features/automation/surface.ts";
import type { App } from "../server/common/context.ts";

/** What surfaces have in common, beside the app. */
export interface SurfaceParts {
  readonly rateLimit: RateLimit;
  readonly keyTurns: KeyTurns;
  readonly securityLog: SecurityLog;
  readonly handlers: Handlers;
}

/** All surfaces of the service port, in the order in which they are asked. */
export function createSurfaces(app: App & SurfaceParts): readonly Surface[] {
  const parts = { ...app, call: createCallOperation(app.handlers), gate: createGate(app, app) };
  return [
    createAssistantSurface(parts),
    createPairingSurface(parts),
    ...createFacadeSurfaces(parts),
  ];
}
