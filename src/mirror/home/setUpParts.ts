import type { PlainLink } from "../../server/features/publicAddress/publicProof.ts";
import type { SealedSecret } from "../../server/common/sealedSecret.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";
import type { Cloudflare } from "./cloudflare/cloudflare.ts";
import type { Mirror } from "./mirror.ts";
import type { EdgeClient, EdgeSecrets } from "./model.ts";

/** What a mirror is set up with, renewed, taken over and removed. */
export interface SetUpParts {
  readonly cloudflare: (token: string) => Cloudflare;
  /** The Worker's file. */
  readonly script: () => Promise<string>;
  /** Of this Waypost. */
  readonly version: string;
  readonly secret: SealedSecret;
  /** The one before, from an upload on until the Worker is known to have the new one. */
  readonly secretBefore: SealedSecret;
  /** Throws where there is none, or where it is locked. */
  readonly openedSecrets: () => Promise<EdgeSecrets>;
  readonly saved: {
    now(): EdgeFileRecord | null;
    set(record: EdgeFileRecord): Promise<void>;
  };
  /** Where a Worker answers. */
  readonly addressOf: (name: string, subdomain: string) => string;
  readonly clientAt: (address: string, secrets: EdgeSecrets) => EdgeClient;
  /** With what is kept now; one that works already is another from then on. */
  readonly openMirror: () => Promise<Mirror>;
  readonly closeMirror: () => Promise<void>;
  /** Null: there is none that leads everybody to one place. */
  readonly plainLink: () => PlainLink | null;
  readonly fetch: typeof fetch;
  /** Milliseconds that a Worker may take until it answers. */
  readonly patience: number;
  /** When the service ends. */
  readonly ended: AbortSignal;
}
