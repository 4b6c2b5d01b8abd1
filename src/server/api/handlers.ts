import type { InputOf, Operation, ResponseOf } from "../../contract/operation.ts";
import type { OperationName, Operations } from "../../contract/operations.ts";

/** Who asks, as far as an answer depends on it. */
export interface Caller {
  /** The owner's own window or command line. */
  readonly isLocal: boolean;
}

/** Does what an operation says, and answers in its wire shape. */
export type Handler<O extends Operation> = (
  input: InputOf<O>,
  caller: Caller,
) => ResponseOf<O> | Promise<ResponseOf<O>>;

/** The handlers of some operations, by name. */
export type HandlersOf<Some extends Partial<Record<OperationName, Operation>>> = {
  readonly [Name in keyof Some]: Some[Name] extends Operation ? Handler<Some[Name]> : never;
};

/** One for every row of the contract; a row without one doesn't compile. */
export type Handlers = HandlersOf<Operations>;
