import type { ListSearch } from "./recordSource.ts";
import classes from "./RecordList.module.css";

/** A way to look at a list that is there for everybody. */
export interface View {
  readonly name: string;
  readonly label: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly order?: string;
  readonly direction?: "asc" | "desc";
}

export function ViewTabs({
  views,
  search,
  total,
  params,
  change,
}: {
  readonly views: readonly View[];
  readonly search: ListSearch;
  /** How many the present one has; undefined: not known yet. */
  readonly total: string | undefined;
  readonly params: readonly string[];
  readonly change: (params: Readonly<Record<string, string>>) => void;
}) {
  return (
    <span className={classes.viewTabs}>
      {views.map((view) => (
        <button
          key={view.name}
          type="button"
          className="wordButton"
          aria-pressed={isView(view, search)}
          onClick={() =>
            change({
              ...Object.fromEntries(params.map((param) => [param, ""])),
              ...view.filter,
              order: view.order ?? "",
              direction: view.direction ?? "",
            })
          }
        >
          {view.label}
          {total !== undefined && isView(view, search) && (
            <span className={classes.total} aria-hidden="true">
              {total}
            </span>
          )}
        </button>
      ))}
    </span>
  );
}

/** Whether a list shows a view; the words that are searched in it are no part of it. */
function isView({ filter }: View, search: ListSearch): boolean {
  const names = Object.keys(filter);
  return (
    names.length === Object.keys(search.filter).length &&
    names.every((name) => filter[name] === search.filter[name])
  );
}
