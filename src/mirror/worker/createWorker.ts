import type { HttpAnswer } from "../../server/visit/pages/markup/httpAnswer.ts";
import { createControl } from "./control/control.ts";
import {
  type Context,
  createAnswerVisitor,
  type Env,
  type VisitAnswer,
  type VisitParts,
} from "./visits/visits.ts";
import { callPrefix, questionParameters, questionPath } from "../wire/calls.ts";
import { formats } from "../wire/rows.ts";
import { answerQuestion, isQuestion } from "../wire/sign.ts";

export interface WorkerParts extends VisitParts {
  /** Of Waypost. */
  readonly version: string;
}

export interface Worker {
  fetch(request: Request, env: Env, context: Context): Promise<Response>;
  /** The same, for Node: the web's own class takes 15 MB there. */
  answer(request: Request, env: Env, context: Context): Promise<VisitAnswer>;
}

/** What answers while home sleeps: visitors from the mirror, and home itself. */
export function createWorker(parts: WorkerParts): Worker {
  const { version, clock } = parts;
  const answerVisitor = createAnswerVisitor(parts);
  const answer: Worker["answer"] = async (request, env, context) => {
    const url = new URL(request.url);
    if (url.pathname.startsWith(callPrefix)) {
      return createControl({
        database: env.DB,
        secret: env.SECRET,
        clock,
        version,
        formats: [formats.oldest, formats.newest],
      })(request);
    }
    return (await questionAnswer(url, env)) ?? answerVisitor(request, env, context);
  };
  return {
    answer,
    async fetch(request, env, context) {
      const { status, headers, body, isForHome } = await answer(request, env, context);
      if (isForHome === true) {
        const there = await fetch(request).catch(() => null);
        if (there !== null && there.status < 500) return there;
      }
      // A text, even an empty one, would be given a type.
      return new Response(body === "" ? null : body, { status, headers });
    },
  };
}

/** The answer to home's question who answers here, below whatever prefix; null: it isn't one. */
async function questionAnswer(
  { pathname, searchParams }: URL,
  env: Env,
): Promise<HttpAnswer | null> {
  if (!pathname.endsWith(questionPath)) return null;
  const nonce = searchParams.get(questionParameters.nonce) ?? "";
  const signature = searchParams.get(questionParameters.signature) ?? "";
  if (!(await isQuestion(env.SECRET, nonce, signature))) return null;
  return {
    status: 200,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
    body: `${await answerQuestion(env.SECRET, nonce)}\n`,
  };
}
