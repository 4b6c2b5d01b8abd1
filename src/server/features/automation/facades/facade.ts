import type { IncomingHttpHeaders } from "node:http";
import type { ProblemCode } from "../../../../contract/envelope.ts";
import { HttpFailure } from "../../../api/failures.ts";
import type { App } from "../../../common/context.ts";
import type { KeyRecord } from "../../../store/keyFile.ts";
import type { CallOperation } from "../callOperation.ts";
import { isObject } from "../../../../util/isObject.ts";

/** An answer as the imitated program gives it. */
export interface FacadeAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request to an imitated program, within its bounds. */
export interface FacadeRequest {
  /** HEAD is GET. */
  readonly method: string;
  /** As it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Read once its key is let in. */
  readonly body: Buffer;
  /** Reads the body of somebody whose key is in it. */
  readonly readForm: (mostBytes: number) => Promise<Buffer>;
  /** Aborts once the program has gone: nobody reads an answer then. */
  readonly gone: AbortSignal;
  /** Lets the holder of a key in, in its turn; rejects with {@link NotLetIn}. */
  readonly enter: (key: string) => Promise<KeyRecord>;
  /** Says what the imitated answer can't. */
  readonly warn: (...sentences: readonly string[]) => void;
}

/** A program that Waypost answers for. */
export interface Facade {
  answer(request: FacadeRequest): Promise<FacadeAnswer>;
  /** What it says to a request that failed. */
  fail(failure: HttpFailure, request: FacadeRequest): FacadeAnswer;
}

export interface FacadeParts extends App {
  readonly call: CallOperation;
}

/** The imitated program's own refusal. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly answer: FacadeAnswer;
  /** For the list of keys. */
  readonly code: ProblemCode;
  constructor(code: ProblemCode, answer: FacadeAnswer) {
    super(code);
    this.code = code;
    this.answer = answer;
  }
}

/** The request has no key, or none that is known here. */
export class NotLetIn extends Error {
  override readonly name = "NotLetIn";
}

export function jsonAnswer(status: number, body: unknown, type = "application/json"): FacadeAnswer {
  return { status, type, text: JSON.stringify(body) };
}

/** No lone `%` throws: what can't be decoded is taken as it is. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Lists and objects in each other. */
const deepest = 8;

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap((one): unknown[] =>
      typeof one === "object" && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}

/** A body is JSON whatever type it is sent as; an empty one has no fields. */
export function jsonBody({ body }: Pick<FacadeRequest, "body">): Readonly<Record<string, unknown>> {
  if (body.length === 0) return {};
  let sent: unknown;
  try {
    sent = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new HttpFailure(400, "json", "The request body isn't valid JSON.");
  }
  if (isObject(sent) && !isDeep(sent)) return sent;
  throw new HttpFailure(400, "json", "The request body must be a JSON object.");
}
