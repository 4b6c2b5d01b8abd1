import type { Release } from "../server/features/publicAddress/tunnel/download.ts";
import type { GuiAnswer } from "../server/http/guiFiles.ts";
import type { EdgeNetwork } from "../mirror/home/edge.ts";
import type { ServiceEvent } from "../server/common/events.ts";
import type { Alarm } from "../server/common/alarm.ts";
import type { Network } from "../server/outside/checkedConnections.ts";
import type { DrawingThread } from "../server/features/qr/drawingThread.ts";
import type { SecretKeeper } from "../server/common/sealedSecret.ts";

/** How a service is started. Everything has a default but the folder. */
export interface ServerOptions {
  /** Where the store is; made when missing. */
  readonly dataDir: string;
  /** Service door; 0 takes a free port. Default 4080. */
  readonly port?: number;
  /** Public door; null or absent (and no setting): closed. */
  readonly publicPort?: number | null;
  /** GUI door; null: none. Default 4082. */
  readonly guiPort?: number | null;
  /**
   * The address the doors listen on. Default 127.0.0.1. One that others can reach is taken by the
   * doors whose ports are named (here or in the settings) and by no other.
   */
  readonly host?: string;
  /** The public address that short addresses are printed with, path prefix included. */
  readonly baseUrl?: string;
  /** Settings for this run by dotted name, as text (`--set key=value`). */
  readonly settings?: Readonly<Record<string, string>>;
  /** The built renderer, for the GUI door. Default: `out/renderer` of this package. */
  readonly rendererDir?: string;
  /** Milliseconds since 1970. Default: the real clock. */
  readonly clock?: () => number;
  /** From 0 up to 1. Default: the real dice. */
  readonly random?: () => number;
  /** Bytes of free memory. Default: what the process may still take. */
  readonly freeMemory?: () => number;
  /** How names of strangers are resolved and reached. Default: as the system does. */
  readonly network?: Network;
  /** Holds tries of passwords back, by milliseconds. Default: until they are really over. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** What webhooks wait with. Default: the system's timers. */
  readonly alarm?: Alarm;
  /** Lines for the owner. Default: to the terminal or the log file. */
  readonly log?: (line: string) => void;
  /** Draws pictures. Default: a thread of this service's own. */
  readonly drawing?: DrawingThread;
  /** The words with which other programs start a command. Default: those that started this process. */
  readonly program?: readonly string[];
  /** Whether the desktop app runs it and shows it in its own window. Default: no. */
  readonly hasWindow?: boolean;
  /** Seals the tunnel's token. Default: none does, and it stands in `secrets.json` as it is. */
  readonly secretKeeper?: SecretKeeper;
  /** Where programs of tunnels are looked for and what they get. Default: this process's own. */
  readonly environment?: NodeJS.ProcessEnv;
  /** What is downloaded as cloudflared. Default: the release that Waypost knows. */
  readonly cloudflared?: Release;
  /** How the mirror's network is reached. Default: as Cloudflare has it. */
  readonly edge?: EdgeNetwork;
  /**
   * Checks every answer of `/api` against its schema. Default: the variable WAYPOST_CHECK_ANSWERS,
   * which `npm test` sets for every service that is started in its run.
   */
  readonly checkAnswers?: boolean;
}

/** Addresses are those of the moment: they can be others later. */
export interface RunningServer {
  /** `http://127.0.0.1:PORT` and the path prefix, where scripts reach the service. */
  readonly baseUrl: string;
  readonly publicUrl: string | null;
  readonly shortBase: string;
  /** The owner's API key. */
  readonly apiKey: string;
  /** The key of the local caller (GUI and command line), minted at this start. */
  readonly localKey: string;
  /** The GUI's address with its key in the fragment, or null. */
  readonly gui: string | null;
  readonly dataDir: string;
  /** The page of a preview at this path of the GUI; null: the path is another's. */
  preview(path: string): GuiAnswer | null;
  /** What the owner should know about doors that more than this computer can reach. */
  readonly notices: readonly string[];
  /** Sentences for the owner about what was found on opening. */
  readonly warnings: readonly string[];
  /** Jobs that are under way or wait for their turn. */
  runningJobs(): number;
  /** Tells of what happens while nobody looks; answers how to stop that. */
  onEvent(listener: (event: ServiceEvent) => void): () => void;
  /** Finishes what is in flight, closes the doors and the store. Safe to call twice. */
  close(): Promise<void>;
}
