import { createApi } from "../server/api/app.ts";
import { guiDoor, publicDoor, serviceDoor } from "../server/http/doors.ts";
import { createGuiFiles } from "../server/http/guiFiles.ts";
import { createHosts } from "../server/http/hosts.ts";
import type { OpenDoors } from "../server/http/startListeners.ts";
import type { Parts } from "./app.ts";
import { removeOpeningFile } from "../server/store/openingFile.ts";
import type { Settings } from "../server/features/settings/settings.ts";

/** Says at each open door what it serves, and to whom. */
export function serveDoors(
  doors: OpenDoors,
  { api, door, preview }: Parts,
  settings: Settings,
  { rendererDir, dataDir }: { readonly rendererDir: string; readonly dataDir: string },
): void {
  const { publicApi } = settings;
  const isProxy = (peer: string) => settings.proxies.includes(peer);

  doors.service.serve(
    serviceDoor({
      ...door,
      hosts: createHosts({ ...doors.service, publicBases: () => settings.formerBases }),
      api: createApi(api, "service", ["owner", "local"]),
      closedApi: createApi(api, "service", []),
    }),
    isProxy,
  );
  doors.servePublic(
    publicDoor({ ...door, api: createApi(api, "public", publicApi ? ["owner"] : []) }),
    isProxy,
  );
  doors.gui?.serve(
    guiDoor({
      ...door,
      hosts: createHosts({ ...doors.gui, publicBases: () => [] }),
      api: createApi(api, "window", ["owner", "local"]),
      files: createGuiFiles(
        { rendererDir, pictures: new URL(settings.baseUrl).origin },
        preview,
        (ticket) => removeOpeningFile(dataDir, ticket),
      ),
    }),
  );
}
