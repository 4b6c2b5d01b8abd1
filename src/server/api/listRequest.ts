import type { ListRequest } from "../common/resources.ts";

/** The query that every list has. */
export interface ListQuery {
  readonly page: number;
  readonly limit: number;
  readonly q?: string | undefined;
}

/** The same in the services' terms. */
export function listRequest({ page, limit, q }: ListQuery): ListRequest {
  return { page, limit, search: q };
}
