import { type InvalidateQueryFilters, QueryClient, type QueryKey } from "@tanstack/react-query";

/** When something changes, answers that are on their way may be from before: the library alone would take them for what is so now. */
export class FreshQueries extends QueryClient {
  /** Asks again also what is asked for the first time. */
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

  /** Asks again whatever begins with one of these keys. */
  async refresh(...keys: readonly QueryKey[]): Promise<void> {
    await Promise.all(keys.map((queryKey) => this.invalidateQueries({ queryKey })));
  }

  /** What came as the answer to a change: a reading that is on its way may be from before it. */
  async keep(queryKey: QueryKey, data: unknown): Promise<void> {
    await this.cancelQueries({ queryKey, exact: true });
    this.setQueryData(queryKey, data);
  }
}
