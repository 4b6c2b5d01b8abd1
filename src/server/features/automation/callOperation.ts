import { answersChange, type CallOf, type Operation } from "../../../contract/operation.ts";
import type { OperationName, Operations } from "../../../contract/operations.ts";
import { operations } from "../../../contract/operations.ts";
import { bindCall } from "../../api/bind.ts";
import type { Handlers } from "../../api/handlers.ts";
import { runAs } from "../../common/origin.ts";

/** The answer of an operation, with the change set that it made. */
type AnswerOf<Name extends OperationName> = Awaited<ReturnType<Handlers[Name]>> & {
  readonly change?: number | undefined;
};

/** Who calls an operation. */
export interface CallAuthor {
  /** Name of the key. */
  readonly key: string;
  /** False: destinations aren't asked for their titles. */
  readonly asksWeb?: boolean;
}

/** Calls an operation as its router does, for a program that `key` names in History. */
export type CallOperation = <Name extends OperationName>(
  name: Name,
  call: { readonly [Part in keyof CallOf<Operations[Name]>]?: CallOf<Operations[Name]>[Part] },
  author: CallAuthor,
) => Promise<AnswerOf<Name>>;

export function createCallOperation(handlers: Handlers): CallOperation {
  return async (name, call, { key, asksWeb = true }) => {
    const operation: Operation = operations[name];
    const { params, query = {}, body } = call as { params?: object; query?: object; body?: object };
    const input = bindCall(operation, {
      params: { ...params },
      query: () => query,
      body: { ...body },
    });
    const origin = { by: "script", operation: name, scope: operation.scope, key } as const;
    // `Handlers` ties each name to its own input, which was just parsed with its own schemas.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handle = handlers[name] as unknown as (input: unknown, caller: object) => unknown;
    const work = () => handle(input, { isLocal: false });
    const { answer, change } = await runAs(origin, work, { asksWeb });
    const isNamed = change !== null && answersChange(operation);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { ...(answer as object), ...(isNamed && { change }) } as AnswerOf<typeof name>;
  };
}
