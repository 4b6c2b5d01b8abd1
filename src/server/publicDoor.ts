import { freePortAfter, type OpenDoors } from "./openDoors.ts";
import { StartFailed } from "./options.ts";
import type { LiveAddresses } from "./runSettings.ts";
import { Conflict, Invalid } from "./services/problems.ts";
import type { PublicDoor } from "./services/publicAddress.ts";

/** The public door as the use case needs it: a port that can't be had is its caller's fault. */
export function createPublicDoor(doors: OpenDoors, addresses: LiveAddresses): PublicDoor {
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

  async function refusal({ message, cause }: StartFailed, port: number): Promise<Error> {
    const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    if (!isTaken) return new Invalid({ port: message });
    const free = await freePortAfter(doors.service.host, port);
    const way = free === null ? "" : ` Port ${free} is free.`;
    return new Conflict("taken", `${message}${way}`, {
      port: {
        code: "taken",
        says: "is already in use by another program",
        ...(free !== null && { free }),
      },
    });
  }
}
