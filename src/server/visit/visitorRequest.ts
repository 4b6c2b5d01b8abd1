import type { IncomingMessage, ServerResponse } from "node:http";
import type { Domain } from "../services/domains.ts";
import type { PageStyle } from "./pages/markup/look.ts";
import type { ReadVisit } from "./readVisit.ts";

/** A request that takes more than a plain redirect, with what is known of it. */
export interface VisitorRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Below the prefix, percent-encoded, with its query. */
  readonly path: string;
  /** The branded domain that it came to; null: the service's own address. */
  readonly domain: Domain | null;
  readonly read: ReadVisit;
  readonly style: PageStyle;
}
