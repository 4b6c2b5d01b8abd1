import { useEffect, useMemo, useRef } from "react";
import { useNavigate } from "react-router";
import type { LinkListItem } from "../../contract/links.ts";
import { deleteLink } from "./linkSteps.tsx";
import { useEditor } from "./editing.ts";

/** What the list does with one of its links. */
export interface LinkActions {
  show(link: LinkListItem): void;
  edit(link: LinkListItem): void;
  remove(link: LinkListItem): void;
  copy(link: LinkListItem): void;
}

interface Ways {
  copy(link: LinkListItem): void;
  /** Told before a link goes. */
  removing(): void;
}

/** The same object for as long as the list is there, so that no row is drawn again for it. */
export function useLinkActions(ways: Ways): LinkActions {
  const navigate = useNavigate();
  const editor = useEditor();
  const latest = useRef({ ...ways, navigate });
  useEffect(() => {
    latest.current = { ...ways, navigate };
  });
  return useMemo(
    () => ({
      show: ({ id }) => void latest.current.navigate(`/links/${id}`, { state: { fromList: true } }),
      edit: ({ id }) => editor.openEdit(id),
      remove(link) {
        latest.current.removing();
        void deleteLink(link);
      },
      copy: (link) => latest.current.copy(link),
    }),
    [editor],
  );
}
