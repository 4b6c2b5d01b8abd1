import type { ListRequest } from "../common/resources.ts";

/** The query that every list has, in the services' terms. */
export function listRequest(query: {
  readonly page: number;
  readonly limit: number;
  readonly q?: string | undefined;
}): ListRequest {
  return { page: query.page, limit: query.limit, search: query.q };
}
