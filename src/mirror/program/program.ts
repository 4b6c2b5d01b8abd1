import type { IncomingMessage, ServerResponse } from "node:http";
import { type Countries, openCountries } from "../../server/features/clicks/countries.ts";
import { readProxies } from "../../server/features/settings/trustedProxies.ts";
import { listen } from "../../server/http/listener.ts";
import { hostInAddress } from "../../server/http/hosts.ts";
import { sendText } from "../../server/http/plainAnswers.ts";
import type { DiskSpace } from "../../server/store/freeFloor.ts";
import { errorStack } from "../../util/errorText.ts";
import { callPrefix, linkPage } from "../wire/calls.ts";
import { createWorker, type Worker } from "../worker/createWorker.ts";
import { databaseIn } from "./copyFolder.ts";
import { openSqlite, type SqliteDatabase } from "./database.ts";
import { type RequestParts, workerRequest } from "./requests.ts";

export interface ProgramOptions {
  /** One that {@link keepSecret} has prepared. */
  readonly folder: string;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly secret: string;
  /** Of Waypost. */
  readonly version: string;
  /** Addresses and networks of proxies on other computers, separated by commas. */
  readonly proxies: string;
  readonly log: (line: string) => void;
  /** Of the disk with the folder. */
  readonly space?: () => DiskSpace;
  readonly clock?: () => number;
  readonly random?: () => number;
  /** Default: by Waypost's own database. */
  readonly countries?: Countries;
}

export interface RunningProgram {
  /** Where it listens, for example `http://127.0.0.1:4083`. */
  readonly url: string;
  /** Why countries are unknown; null: they aren't. */
  readonly warning: string | null;
  close(): Promise<void>;
}

/** The message is for the person who runs the program, as it is. */
export class BadProxies extends Error {
  override readonly name = "BadProxies";
}

/** Milliseconds for what is in flight when it ends. */
const closingTime = 5_000;

/** The Worker as a program of its own, on a database in a folder: the always-on copy on a server of one's own. */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { folder, host, port, version, log, clock = Date.now, random = Math.random } = options;
  const proxies = readProxies(options.proxies);
  if (proxies === null) {
    throw new BadProxies(
      "Proxies are IP addresses or networks separated by commas, such as 10.0.0.2, 172.16.0.0/12.",
    );
  }
  const door = await listen(host, port, { head: "public" });
  try {
    const database = openSqlite(databaseIn(folder), options.space && { space: options.space });
    const countries = options.countries ?? openCountries();
    const worker = createWorker({ version, clock, random });
    const serving = { worker, database, secret: options.secret, parts: { proxies, countries } };
    door.serve(
      (request, response) => {
        answer(serving, request, response).catch((error: unknown) => {
          log(`A request failed: ${errorStack(error)}`);
          if (response.headersSent) response.destroy();
          else sendText(response, 500, "Something went wrong in the server.");
        });
      },
      (peer) => proxies.includes(peer),
    );
    return {
      url: `http://${hostInAddress(host)}:${door.port}`,
      warning: countries.warning?.message ?? null,
      async close() {
        await door.close(closingTime);
        database.close();
      },
    };
  } catch (error) {
    await door.close(0);
    throw error;
  }
}

interface Serving {
  readonly worker: Worker;
  readonly database: SqliteDatabase;
  readonly secret: string;
  readonly parts: RequestParts;
}

async function answer(
  { worker, database, secret, parts }: Serving,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = workerRequest(incoming, parts);
  if (request === null) return sendText(response, 400, "A path and one Host header are required.");
  // What home or a paired browser is told must not be undone by a power failure: they count on it.
  const { pathname } = new URL(request.url);
  const isSafe = pathname.startsWith(callPrefix) || pathname.startsWith(linkPage);
  const env = { DB: isSafe ? database.durable : database, SECRET: secret };
  const after: Promise<unknown>[] = [];
  const { status, headers, body } = await worker.answer(request, env, {
    waitUntil: (work) => after.push(work),
  });
  // A visitor goes on once the click is written: a process that is killed loses none that was answered.
  await Promise.allSettled(after);
  if (response.destroyed) return;
  const length = incoming.method === "HEAD" ? {} : { "Content-Length": Buffer.byteLength(body) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}
