import { createContext, useContext } from "react";

export interface Editor {
  readonly openNew: () => void;
  readonly openEdit: (id: number) => void;
}

/** The one editor of the shell, openable from every screen. */
export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error("The shell is missing.");
  return editor;
}
