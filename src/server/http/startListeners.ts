import type { RequestListener } from "node:http";
import { networkInterfaces } from "node:os";
import { hostInAddress, isWildcard } from "./hosts.ts";
import { type GuiListener, withBrowserHost } from "./guiListener.ts";
import { type Listener, listen } from "./listener.ts";
import { PortTaken, StartFailed } from "./startFailed.ts";
import { isLoopback } from "../features/domains/ownAddresses.ts";
import type { SettingValues } from "../../contract/server/settingsTable.ts";
import { BadSetting, type SettingTexts } from "../features/settings/settings.ts";

/** The doors that were asked for, listening. */
export interface OpenDoors {
  readonly service: Listener;
  /** It opens and closes while the service runs. */
  readonly public: Listener | null;
  readonly gui: GuiListener | null;
  /** What the public door serves, whenever it is open. */
  servePublic(listener: RequestListener, isProxy: (peer: string) => boolean): void;
  /** Instead of where it was open before. */
  openPublic(port: number): Promise<void>;
  closePublic(): Promise<void>;
  /** Resolves within `deadline` milliseconds and a little. */
  close(deadline: number): Promise<void>;
}

const doorSettings: readonly PortTaken["door"][] = ["port", "publicPort", "guiPort"];
type DoorSetting = PortTaken["door"];

const loopback = "127.0.0.1";

/** Visits in flight get this long when their door is closed; milliseconds. */
const closingTime = 2_000;

/** The doors that the owner's own words open; the others are open by default. */
export function namedDoors(...sources: readonly SettingTexts[]): ReadonlySet<DoorSetting> {
  return new Set(
    doorSettings.filter((name) => sources.some((texts) => (texts[name] ?? "off") !== "off")),
  );
}

/** Where each door listens: beyond this computer only those that are named. */
function hostOf({ host }: SettingValues, named: ReadonlySet<DoorSetting>) {
  if (!isBeyond(host)) return () => host;
  if (named.size > 0) return (door: DoorSetting) => (named.has(door) ? host : loopback);
  const detail =
    "opens only ports that are set along with it, and none is. Set publicPort " +
    "(--public-port 4081) for short links, port (--port 4080) for short links and the API, " +
    "or guiPort (--gui-port 4082) for the app";
  throw new BadSetting(`host ${host} ${detail}.`, detail);
}

function isTaken({ cause }: StartFailed): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
}

function isBeyond(host: string): boolean {
  return isWildcard(host) || !isLoopback(host);
}

/** All or none: when one address is taken, the others are given back. */
export async function openDoors(
  choices: SettingValues,
  named: ReadonlySet<DoorSetting>,
): Promise<OpenDoors> {
  const { port, publicPort, guiPort } = choices;
  const at = hostOf(choices, named);
  const open = new Set<Listener>();
  const close = async (deadline: number) => {
    await Promise.all([...open].map((listener) => listener.close(deadline)));
  };
  const openOne = async (door: DoorSetting, number: number, hosts = at) => {
    try {
      const listener = await listen(hosts(door), number, {
        head: door === "publicPort" ? "public" : "own",
      });
      open.add(listener);
      return listener;
    } catch (error) {
      throw error instanceof StartFailed && isTaken(error) ? new PortTaken(door, error) : error;
    }
  };
  const openGui = async (number: number) => {
    const door = await openOne("guiPort", number);
    const gui = await withBrowserHost(door);
    open.delete(door);
    open.add(gui);
    return gui;
  };
  const closeOne = async (listener: Listener | null) => {
    if (listener === null) return;
    open.delete(listener);
    await listener.close(closingTime);
  };
  let served: Parameters<Listener["serve"]> | undefined;
  try {
    const service = await openOne("port", port);
    let visitors = publicPort === null ? null : await openOne("publicPort", publicPort);
    return {
      service,
      get public() {
        return visitors;
      },
      gui: guiPort === null ? null : await openGui(guiPort),
      servePublic(...serving) {
        served = serving;
        visitors?.serve(...serving);
      },
      async openPublic(number) {
        // The owner names it by opening it.
        const outside = hostOf(choices, new Set(["publicPort"]));
        const opened = await openOne("publicPort", number, outside);
        if (served !== undefined) opened.serve(...served);
        const before = visitors;
        visitors = opened;
        await closeOne(before);
      },
      async closePublic() {
        const before = visitors;
        visitors = null;
        await closeOne(before);
      },
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

/** As many ports are tried for the next free one. */
const nearPorts = 20;

/** The next port that is free after one that is taken; null: none near it. */
export async function freePortAfter(host: string, busyPort: number): Promise<number | null> {
  const last = Math.min(busyPort + nearPorts, 65_535);
  for (let port = busyPort + 1; port <= last; port += 1) {
    try {
      await (await listen(host, port)).close(0);
      return port;
    } catch {
      // The next one.
    }
  }
  return null;
}

const reach = {
  service: "open your short links there, and use the API with a key",
  public: "open your short links there",
  gui: "open the app there with its key, which is sent unencrypted",
} as const;

/** The doors that are open, where each is reached, and by whom. */
export function reachOfDoors(doors: OpenDoors, interfaces = networkInterfaces) {
  return (["service", "public", "gui"] as const).flatMap((name) => {
    const door = doors[name];
    if (door === null) return [];
    const found = isWildcard(door.host) ? addressesOf(interfaces) : [];
    const hosts = found.length === 0 ? [isWildcard(door.host) ? loopback : door.host] : found;
    return [
      {
        name,
        addresses: hosts.map((host) => `http://${hostInAddress(host)}:${door.port}`),
        reach: isBeyond(door.host) ? ("network" as const) : ("computer" as const),
      },
    ];
  });
}

/** What the owner should know about doors that more than this computer can reach. */
export function openToNetwork(doors: OpenDoors, interfaces = networkInterfaces): readonly string[] {
  return (["service", "public", "gui"] as const).flatMap((name) => {
    const door = doors[name];
    if (door === null || !isBeyond(door.host)) return [];
    const addresses = isWildcard(door.host) ? addressesOf(interfaces) : [door.host];
    const where = addresses.map((address) => `http://${hostInAddress(address)}:${door.port}`);
    return [
      `Open to the network: ${where.join(", ") || `port ${door.port}`}. Anyone who can reach this computer can ${reach[name]}.`,
    ];
  });
}

/** Of this computer, as its neighbours know it. */
function addressesOf(interfaces: typeof networkInterfaces): string[] {
  return Object.values(interfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address);
}
