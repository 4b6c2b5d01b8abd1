import { type InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/**
 * Asks again also what is on its way for the first time when something changes: that answer may be from
 * before. The library alone would wait for it, and take it for what is so now.
 */
export class FreshQueries extends QueryClient {
  override invalidateQueries(
    ...[filters = {}, options]: Parameters<QueryClient["invalidateQueries"]>
  ): Promise<void> {
    const { predicate } = filters;
    const first: InvalidateQueryFilters = {
      ...filters,
      type: "active",
      predicate: (query) => query.state.data === undefined && (predicate?.(query) ?? true),
    };
    // Silent: whoever waits for it gets the answer that is asked for next.
    void this.cancelQueries(first, { silent: true, revert: false });
    return super.invalidateQueries(filters, options);
  }
}
