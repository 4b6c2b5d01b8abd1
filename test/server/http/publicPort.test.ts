import { expect, test } from "vitest";
import type { OpenDoors } from "../../../src/server/http/startListeners.ts";
import { StartFailed } from "../../../src/server/http/startFailed.ts";
import { createPublicDoor } from "../../../src/server/http/publicPort.ts";
import type { LiveAddresses } from "../../../src/app/runSettings.ts";

test("a port that the system keeps for its administrator is not called taken", async () => {
  const cause = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
  const doors: Pick<OpenDoors, "openPublic"> = {
    openPublic: () => Promise.reject(new StartFailed("no", { cause })),
  };
  const door = createPublicDoor(doors as OpenDoors, {} as LiveAddresses);
  await expect(door.open(80)).rejects.toMatchObject({
    name: "Invalid",
    message:
      "port 80 is not allowed to this program by the system; one from 1024 on needs no rights.",
    faults: [{ field: "port", code: "forbidden" }],
  });
});
