import { errorText } from "../../../../util/errorText.ts";
import { isFromHere, type Surface } from "../surface.ts";
import type { FacadeDoor, FacadeDoorParts } from "./door.ts";
import { facades } from "./facades.ts";

/**
 * Addresses of other link shorteners, so that programs made for them work with Waypost. Only
 * programs on this computer find them: for others, their paths are links like any other.
 */
export function createFacadeSurfaces(parts: FacadeDoorParts): readonly Surface[] {
  const { settings, log } = parts;
  return facades.map((row): Surface => {
    let door: Promise<FacadeDoor> | undefined;
    const load = async () => {
      const { createFacadeDoor } = await import("./door.ts");
      return createFacadeDoor(parts, row.scope, await row.load(parts));
    };
    return {
      takes: (path, isOwn, request) =>
        settings.get(row.setting) === true &&
        isOwn &&
        row.takes(path.split("?", 1)[0] ?? "") &&
        isFromHere(request),
      handle(request, response, { path }) {
        door ??= load();
        door
          .then((answer) => answer(request, response, path))
          .catch((error: unknown) => {
            log(`A request to the ${row.scope} address failed: ${errorText(error)}`);
            response.destroy();
          });
      },
    };
  });
}
