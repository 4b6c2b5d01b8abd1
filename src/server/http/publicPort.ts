import { freePortAfter, type OpenDoors } from "./startListeners.ts";
import { PortTaken, StartFailed } from "./startFailed.ts";
import { Conflict, Invalid } from "../common/problems.ts";
import type { PublicDoor } from "../features/publicAddress/publicAddress.ts";

/** Unix leaves ports below it to the administrator. */
const firstFreeForAll = 1024;

/** The public door as the use case needs it: a port that can't be had is its caller's fault. */
export function createPublicDoor(doors: OpenDoors, addresses: { look(): void }): PublicDoor {
  return {
    async open(port) {
      try {
        await doors.openPublic(port);
      } catch (error) {
        throw error instanceof StartFailed ? await refusal(error, port) : error;
      }
      addresses.look();
    },
    async close() {
      await doors.closePublic();
      addresses.look();
    },
  };

  async function refusal(error: StartFailed, port: number): Promise<Error> {
    const { message, cause } = error;
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EACCES") {
      const low =
        port < firstFreeForAll ? `; ports from ${firstFreeForAll} need no special permission` : "";
      const detail = `${port} is a port that the system doesn't allow this program to use${low}`;
      return new Invalid({ port: { code: "forbidden", detail } });
    }
    if (!(error instanceof PortTaken)) return new Invalid({ port: message });
    const free = await freePortAfter(doors.service.host, port);
    const way = free === null ? "" : ` Port ${free} is free.`;
    return new Conflict("taken", `${message}${way}`, {
      port: {
        code: "taken",
        detail: "is already in use by another program",
        ...(free !== null && { free }),
      },
    });
  }
}
