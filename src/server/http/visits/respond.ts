import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpAnswer } from "../../visit/pages/markup/httpAnswer.ts";
import type { PageLook } from "../../visit/pages/markup/look.ts";
import type { Page } from "../../visit/pages/markup/page.ts";
import { pageAnswer } from "../../visit/pages/markup/pageAnswer.ts";

/** A visit's request and where its answer goes. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function sendPage(response: ServerResponse, page: Page, look: PageLook): void {
  write(response, pageAnswer(page, look));
}

/** On the way of every visit. Node leaves the body away where the request is a HEAD. */
export function write(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}
