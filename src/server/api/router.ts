import express, { type Request, type RequestHandler, type Router } from "express";
import { answersChange, type FileAnswer, type Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { captureOperations } from "../../contract/server/automation/keys.ts";
import { Forbidden } from "../common/problems.ts";
import type { SecurityLog } from "../common/securityLog.ts";
import type { SendAnswer } from "./answers.ts";
import { bind } from "./bind.ts";
import { HttpFailure } from "./failures.ts";
import type { Caller, Handlers } from "./handlers.ts";
import { authorOf, factsOf } from "./identify.ts";
import type { KeyTurns, TurnWithBody } from "./keyTurns.ts";
import { goneSignal } from "./goneSignal.ts";
import { readBody } from "./readBody.ts";
import { runAs } from "../common/origin.ts";
import { nextTurn } from "../common/paging.ts";
import { sendFile } from "./sendFile.ts";

interface Row {
  readonly name: string;
  readonly operation: Operation;
  readonly handle: (input: unknown, caller: Caller) => unknown;
}

/** The table and its handlers side by side, by path; fixed paths before those with parameters. */
function rowsByPath(handlers: Handlers): (readonly [path: string, rows: readonly Row[]])[] {
  const rows = Object.entries(operations).map(([name, operation]): Row => {
    // `Handlers` ties each name to its own input; a loop over all of them can't say so.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handle = handlers[name as keyof Handlers] as Row["handle"];
    return { name, operation, handle };
  });
  const byPath = Map.groupBy(rows, ({ operation }) => operation.path);
  const parameters = (path: string) => path.split(":").length;
  return [...byPath].toSorted(([one], [other]) => parameters(one) - parameters(other));
}

function methodsOf({ operation }: Row): readonly string[] {
  const { method, alsoMethod } = operation;
  return alsoMethod === undefined ? [method] : [method, alsoMethod];
}

function checkScope({ name, operation }: Row, request: Request): void {
  const { caller } = factsOf(request);
  if (operation.scope === "owner" && caller !== "local") {
    throw new Forbidden("Only the app and the command line on this computer can do this.");
  }
  if (caller === "capture" && !captureOperations.has(name)) {
    throw new HttpFailure(403, "keyScope", "This key can only create and look up links.");
  }
}

/** Operations that the window calls while its user types, and that change nothing. */
const tries: ReadonlySet<string> = new Set([
  "tryLink",
  "tryDraft",
  "makePreview",
  "previewPublicAddress",
]);

function isLogged(name: string, { scope, method }: Operation): boolean {
  return scope === "owner" && method !== "GET" && !tries.has(name);
}

const noBytes = Buffer.alloc(0);
/** Bytes from which on a body takes long to parse. */
const largeBody = 16_384;

/** The app and the command line wait for nobody, but of large bodies each is parsed on its own. */
async function localTurn(bytes: Buffer): Promise<TurnWithBody<Buffer>> {
  if (bytes.length > largeBody) await nextTurn();
  return { bytes, endTurn: () => undefined };
}

/** One row of the contract, one route. A trailing slash makes no difference. */
export function createRouter(options: {
  handlers: Handlers;
  sendAnswer: SendAnswer;
  keyTurns: KeyTurns;
  securityLog: Pick<SecurityLog, "operated">;
  /** Whether operations of the owner exist at this door. */
  hasOwnerScope: boolean;
}): Router {
  const { keyTurns, sendAnswer, securityLog } = options;
  const router = express.Router({ caseSensitive: true });

  function answer(row: Row): RequestHandler {
    const { name, operation, handle } = row;
    return async (request, response) => {
      checkScope(row, request);
      const { caller: kind, key, bucket } = factsOf(request);
      const origin = {
        by: authorOf(request),
        operation: name,
        scope: operation.scope,
        ...(key !== null && { key: key.name }),
      };
      const caller = { isLocal: kind === "local" };
      const hasBody = operation.bytes === undefined;
      const { bytes, endTurn } =
        kind === "local"
          ? await localTurn(hasBody ? await readBody(request) : noBytes)
          : await keyTurns.takeWithBody(bucket, goneSignal(request), async (come) =>
              hasBody ? await readBody(request, { come }) : noBytes,
            );
      let endFile: () => void = () => undefined;
      try {
        const isFile = operation.answer === "file";
        if (isFile && kind !== "local") endFile = keyTurns.takeFile(bucket);
        const { input, warnings } = bind(operation, request, bytes);
        const { answer: answered, change } = await runAs(origin, () => handle(input, caller));
        if (isLogged(name, operation)) securityLog.operated(name);
        if (isFile) {
          // Its reader decides how long that takes.
          endTurn();
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Handlers` says so
          await sendFile(response, answered as FileAnswer);
          return;
        }
        // Every other handler answers its operation's wire shape, which is an object.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        const body = answered as { readonly warnings?: readonly string[] };
        const all = [...warnings, ...(body.warnings ?? [])];
        sendAnswer(operation, response, {
          ...body,
          ...(change !== null && answersChange(operation) && { change }),
          ...(all.length > 0 && { warnings: all }),
        });
      } finally {
        endTurn();
        endFile();
      }
    };
  }

  for (const [path, rows] of rowsByPath(options.handlers)) {
    const here = rows.filter(({ operation }) => options.hasOwnerScope || operation.scope === "api");
    if (here.length === 0) continue;
    const methods = new Map(
      here.flatMap((row) => methodsOf(row).map((method) => [method, answer(row)] as const)),
    );
    router.all(path, (request, response, next) => {
      // HEAD is GET without the body, which Node leaves out.
      const handler = methods.get(request.method === "HEAD" ? "GET" : request.method);
      if (handler !== undefined) return handler(request, response, next);
      const allow = [...methods.keys()].join(", ");
      throw new HttpFailure(405, "method", `This address takes ${allow}.`, { Allow: allow });
    });
  }
  return router;
}
