import type { EdgeRoute } from "../../contract/server/edge.ts";
import type { App, Core } from "../../server/common/context.ts";
import { createSealedSecret, type SealedSecret } from "../../server/common/sealedSecret.ts";
import { createEdgeFile, edgeName } from "../../server/store/recordFile.ts";
import { disk } from "../../server/store/fileSystem.ts";
import { createTaskQueue } from "../../util/taskQueue.ts";
import type { EdgeFileRecord } from "../../server/store/records.ts";

/** Where the mirror is, and how it knows its home: `edge.json`, and one secret of `secrets.json`. */
export interface EdgeRecord {
  /** Reads the file. */
  open(): Promise<void>;
  /** Null: there is no mirror. */
  now(): EdgeFileRecord | null;
  set(next: EdgeFileRecord): Promise<void>;
  /** False: it came with the folder from elsewhere, and its owner hasn't claimed it here. */
  isOwn(): boolean;
  /** Says that its owner wants it, in this folder; kept with the next `set`. */
  own(): void;
  remove(): Promise<void>;
  /** Once everything that was set is on disk, or couldn't be written. */
  written(): Promise<void>;
  readonly secret: SealedSecret;
  /** The one that it had before, while nobody knows whether it has the new one. */
  readonly secretBefore: SealedSecret;
  /** Whether an address, whatever its path, is one of the mirror's. */
  isMirror(address: string): boolean;
  /** How the mirror knows a question as its home's, and what it answers; null: there is none. */
  readonly question: App["askMirror"];
}

export function createEdgeRecord(
  app: Pick<Core, "dataDir" | "store" | "secretKeeper" | "log">,
): EdgeRecord {
  const file = createEdgeFile(disk, app.dataDir);
  const secret = createSealedSecret(app, "edgeSecret");
  const secretBefore = createSealedSecret(app, "edgeSecretBefore");
  let record: EdgeFileRecord | null = null;
  let isOwn = true;
  const writing = createTaskQueue();

  return {
    secret,
    secretBefore,
    now: () => record,
    isOwn: () => isOwn,
    own() {
      isOwn = true;
    },
    async open() {
      const found = await file.readOrSetAside((aside) => {
        app.log(
          `${edgeName} can't be read. It was saved as ${aside}. Claim the always-on copy again. ` +
            "Until then, links whose clicks the copy counts are unavailable on this computer. " +
            "To open them without the copy, run: waypost edge remove --forget",
        );
      });
      record = found?.record ?? null;
      isOwn = found?.isOwn ?? true;
    },
    /** One after the other: the last one asked for is the one that holds. */
    set(next) {
      record = next;
      return writing.run(() => file.write(next, isOwn));
    },
    async remove() {
      await writing.idle();
      record = null;
      isOwn = true;
      await file.remove();
      await secret.keep("");
      await secretBefore.keep("");
    },
    written: () => writing.idle(),
    isMirror: (address) => record !== null && addressesOf(record).includes(originOf(address)),
    async question(nonce) {
      if (record === null) return null;
      const opened = await secret.open();
      if (opened === null || "lockedBy" in opened) return null;
      const { answerQuestion, signQuestion } = await import("../wire/sign.ts");
      return {
        signature: await signQuestion(opened.text, nonce),
        answer: await answerQuestion(opened.text, nonce),
      };
    },
  };
}

export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "";
}

export function routesOf(record: EdgeFileRecord | null): readonly EdgeRoute[] {
  return record?.routes ?? [];
}

export function addressesOf({ address, domains }: EdgeFileRecord): string[] {
  return [address, ...domains.map((host) => `https://${host}`)];
}
