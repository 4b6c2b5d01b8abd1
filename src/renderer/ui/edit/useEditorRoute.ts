import { useMemo } from "react";
import { useLocation, useNavigate, useParams } from "react-router";

/** What an editor is open on; null: it is closed. */
export type Editing = { readonly mode: "new" } | { readonly mode: "edit"; readonly id: number };

export interface EditorRoute {
  readonly editing: Editing | null;
  readonly openNew: () => void;
  readonly openEdit: (id: number) => void;
  readonly close: () => void;
}

/**
 * An editor over a list, each with an address: `#/campaigns`, `#/campaigns/new`, `#/campaigns/3`. The
 * screen's path is `campaigns/:id?`; what the list shows stays in the query.
 */
export function useEditorRoute(path: string): EditorRoute {
  const navigate = useNavigate();
  const { search, state }: { search: string; state: unknown } = useLocation();
  const { id } = useParams();
  const isOverList =
    typeof state === "object" && state !== null && "overList" in state && state.overList === true;
  // The same from one drawing to the next: rows of lists hold on to it.
  return useMemo(() => {
    const open = (place: string) =>
      void navigate(`${path}/${place}${search}`, {
        replace: id !== undefined,
        state: { overList: id === undefined || isOverList },
      });
    return {
      editing: editingIn(id),
      openNew: () => open("new"),
      openEdit: (record) => open(String(record)),
      // Back to the list as it was left; where the address was opened by itself, the list takes its place.
      close: () =>
        void (isOverList ? navigate(-1) : navigate(`${path}${search}`, { replace: true })),
    };
  }, [path, search, id, isOverList, navigate]);
}

function editingIn(id: string | undefined): Editing | null {
  if (id === undefined) return null;
  return id === "new" ? { mode: "new" } : { mode: "edit", id: Number(id) };
}
