import type { ErrorRequestHandler, Response } from "express";
import type { z } from "zod";
import { failure } from "../../contract/envelope.ts";
import {
  Busy,
  Conflict,
  diskProblem,
  DocumentFull,
  Ending,
  type FieldFault,
  Forbidden,
  IdsUsedUp,
  Invalid,
  NotFound,
} from "../common/problems.ts";
import type { ApiKeys } from "../features/automation/keys/service.ts";
import { keyIdOf } from "./identify.ts";
import { isRefusal, type SecurityLog } from "../common/securityLog.ts";
import { errorStack, errorText } from "../../util/errorText.ts";

type ProblemCode = NonNullable<z.input<typeof failure>["code"]>;
type Preview = NonNullable<z.input<typeof failure>["preview"]>;

/** A refusal that only HTTP knows: a wrong method, a body that is too long. */
export class HttpFailure extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly faults: readonly FieldFault[];
  readonly reason: string | undefined;
  /** What it would do by now, where that isn't what was agreed to. */
  readonly preview: Preview | undefined;
  constructor(
    status: number,
    code: ProblemCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    details: {
      readonly faults?: readonly FieldFault[];
      readonly reason?: string | undefined;
      readonly preview?: Preview;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.faults = details.faults ?? [];
    this.reason = details.reason;
    this.preview = details.preview;
  }
}

const full = "The disk is full. Nothing was changed. Free some space, then try again.";
const failed = "Saving to the disk failed. Nothing was changed. Restart Waypost, then try again.";
const forbidden =
  "Waypost isn't allowed to write to its data folder. Nothing was changed. Fix the folder's permissions, then try again.";
const ending = "The server is stopping.";
const unexpected = "Something went wrong in the server.";

/** An escape in the path that can't be decoded names nothing. */
export function asHttpFailure(error: unknown): HttpFailure | undefined {
  if (error instanceof HttpFailure) return error;
  if (error instanceof URIError)
    return new HttpFailure(404, "address", "There is nothing at this address.");
  if (error instanceof Invalid) return new HttpFailure(400, "invalid", error.message, {}, error);
  if (error instanceof Forbidden) return new HttpFailure(403, "ownerOnly", error.message);
  if (error instanceof NotFound) return new HttpFailure(404, "gone", error.message);
  if (error instanceof Conflict) return new HttpFailure(409, error.code, error.message, {}, error);
  if (error instanceof Busy) {
    const { message, retryAfter } = error;
    const headers = retryAfter === null ? {} : { "Retry-After": String(retryAfter) };
    return new HttpFailure(429, "tooMany", message, headers);
  }
  if (error instanceof IdsUsedUp) return new HttpFailure(507, "refused", error.message);
  if (error instanceof DocumentFull) return new HttpFailure(507, "dataFull", error.message);
  if (error instanceof Ending) return new HttpFailure(503, "ending", ending);
  // Their own messages name files, which are nobody's business but the owner's.
  switch (diskProblem(error)) {
    case "full":
      return new HttpFailure(507, "full", full);
    case "forbidden":
      return new HttpFailure(507, "refused", forbidden);
    case "failed":
      return new HttpFailure(507, "refused", failed);
    case undefined:
      return undefined;
  }
}

export function sendFailure(response: Response, refusal: HttpFailure): void {
  // Held against its schema each time, like everything else that is answered in a test run.
  const { message, code, reason, preview } = refusal;
  const faults = refusal.faults.map(({ detail, ...fault }) => ({ ...fault, message: detail }));
  const details: z.input<typeof failure> = {
    error: 1,
    message,
    code,
    ...(faults.length > 0 && { faults }),
    ...(reason !== undefined && { reason }),
    ...(preview !== undefined && { preview }),
  };
  const body = failure.parse(details);
  response.status(refusal.status).set(refusal.headers).json(body);
}

/** The one place where a problem becomes a status and an envelope. */
export function createFailures(
  log: (line: string) => void,
  securityLog: Pick<SecurityLog, "refused">,
  keys: Pick<ApiKeys, "failed">,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // Whoever asked has gone.
    if (response.destroyed || request.socket.destroyed) return;
    const refusal = asHttpFailure(error);
    const id = keyIdOf(request);
    if (id !== null) keys.failed(id, refusal?.code ?? "unexpected");
    if (refusal !== undefined && isRefusal(refusal.code)) securityLog.refused(refusal.code);
    if (refusal === undefined || refusal.status === 507) {
      // Never the query or a header: they may carry secrets.
      // A stack is for a fault of ours, not for what the disk says.
      const what = refusal === undefined ? errorStack(error) : errorText(error);
      log(`${request.method} ${request.path} failed: ${what}`);
    }
    // Half an answer can only be broken off.
    if (response.headersSent) response.destroy();
    else sendFailure(response, refusal ?? new HttpFailure(500, "unexpected", unexpected));
  };
}
