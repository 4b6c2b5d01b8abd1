import type { QueryOf } from "../../../contract/operation.ts";
import type { viewOperations } from "../../../contract/resources/views.ts";
import type { ViewRecord } from "../../store/records.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import { type PageOf, takeMatching } from "../../common/paging.ts";
import { arrangedPage, createResources, nameKey } from "../../common/resources.ts";
import type { App } from "../../common/context.ts";
import { refuseSurplus } from "../../common/mostOf.ts";

export type View = ViewRecord;

export interface ViewService {
  /** Newest first; all kinds where none is named. */
  page(request: QueryOf<typeof viewOperations.listViews>): Promise<PageOf<View>>;
  /** Takes the place of the one of the same kind and name. */
  keep(view: Pick<View, "kind" | "name" | "query">): Promise<View>;
  remove(id: number): Promise<void>;
}

export function createViews({ store, clock }: Pick<App, "store" | "clock">): ViewService {
  const views = store.table("views");
  const searched = ({ name }: View) => [name];
  const resources = createResources(store, "views", "View", searched);

  function namesakeOf({ kind, name }: Pick<View, "kind" | "name">): (view: View) => boolean {
    const folded = foldAlias(name);
    return (one) => one.kind === kind && nameKey(one) === folded;
  }

  return {
    page({ kind, ...request }) {
      if (kind === undefined) return resources.page(request);
      return arrangedPage(views, searched, request, { matches: (one) => one.kind === kind });
    },
    async keep({ kind, name, query }) {
      const isNamesake = namesakeOf({ kind, name });
      // In pieces, to fold the names: what is left to do at once is to compare them.
      await takeMatching(views.values(), isNamesake, () => true);
      const former = [...views.values()].find(isNamesake);
      if (former === undefined) refuseSurplus(store, "views");
      const id = former?.id ?? store.nextId("views");
      const createdAt = former?.createdAt ?? new Date(clock()).toISOString();
      const record = { id, kind, name, query, createdAt };
      await store.commit([{ put: "views", record }]);
      return record;
    },
    async remove(id) {
      resources.get(id);
      await store.commit([{ remove: "views", id }]);
    },
  };
}
