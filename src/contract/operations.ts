import { accountOperations } from "./account.ts";
import { linkOperations } from "./links.ts";
import { serviceOperations } from "./service.ts";

/** The contract: every request the service answers under `/api`, by name. */
export const operations = {
  ...accountOperations,
  ...linkOperations,
  ...serviceOperations,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
