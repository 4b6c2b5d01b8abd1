import type { Operation } from "../../contract/operation.ts";
import type { RequestParts } from "../../contract/request.ts";
import { wrongUse } from "../failures.ts";
import type { Answer, Call } from "./client.ts";

/** Does an operation on a data folder that no service runs on. */
type Handler = (input: never, caller: { readonly isLocal: boolean }) => unknown;

function parsed(operation: Operation, sent: RequestParts): object {
  const body = operation.body.safeParse(sent.body ?? {});
  if (body.success) {
    const params = operation.params.parse(sent.params ?? {});
    return { params, query: operation.query.parse(sent.query ?? {}), body: body.data };
  }
  const [fault] = body.error.issues;
  throw wrongUse(`--${String(fault?.path[0] ?? "")} ${fault?.message ?? "is unreadable"}`);
}

/** Calls the handlers of operations as a client calls the service. */
export function folderCall<Operations extends Readonly<Record<string, Operation>>>(
  operations: Operations,
  handlers: { readonly [Name in keyof Operations]: Handler },
): Call {
  const all = Object.entries<Operation>(operations);
  const handlerOf = new Map<string, Handler>(Object.entries<Handler>(handlers));
  return async (operation, sent = {}) => {
    const [name = ""] = all.find(([, one]) => one === operation) ?? [];
    // The handler takes what its own operation has parsed.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const input = parsed(operation, sent) as never;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await handlerOf.get(name)?.(input, { isLocal: true })) as Answer;
  };
}
