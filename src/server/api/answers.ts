import { isDeepStrictEqual } from "node:util";
import type { Response } from "express";
import type { Operation } from "../../contract/operation.ts";
import type { Dialect } from "../features/settings/settings.ts";
import { inDialect } from "./dialect.ts";

export type SendAnswer = (operation: Operation, response: Response, body: object) => void;

export function createSendAnswer(options: {
  dialect: () => Dialect;
  /** Holds every answer against its schema, and throws when something is missing or too much. */
  isChecked: boolean;
}): SendAnswer {
  return (operation, response, body) => {
    if (options.isChecked) {
      const parsed = operation.response.safeParse(body);
      const fault = parsed.success ? "it has keys that the contract does not name" : parsed.error;
      if (!parsed.success || !isDeepStrictEqual(parsed.data, body)) {
        throw new Error(
          `The answer of ${operation.path} does not match the contract: ${String(fault)}`,
        );
      }
    }
    response.json(inDialect(options.dialect(), body));
  };
}
