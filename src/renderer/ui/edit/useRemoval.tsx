import { type ComponentType, type ReactNode, useState } from "react";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { removeRecord, type Written } from "./undoToasts.tsx";

/** How one record of a kind is deleted. */
export interface Removal<Item> {
  readonly nameOf: (item: Item) => string;
  /** What depends on it, and what becomes of that, in sentences; none: nothing does. */
  readonly dependsOn?: ((item: Item) => readonly string[] | Promise<readonly string[]>) | undefined;
  /** Says why one that something depends on can't be deleted; absent: it is asked, and can. */
  readonly InUse?: ComponentType<InUseProps<Item>> | undefined;
  readonly remove: (id: number) => Promise<Written>;
}

export interface InUseProps<Item> {
  readonly item: Item;
  readonly depends: ReactNode;
  readonly close: () => void;
}

interface PendingRemoval<Item> {
  readonly item: Item;
  readonly sentences: readonly string[];
}

const nothing = () => [];

/** Deletes one record of a list: at once, or after a question where something depends on it. */
export function useRemoval<Item extends { readonly id: number }>({
  nameOf,
  dependsOn = nothing,
  InUse,
  remove,
}: Removal<Item>): { readonly begin: (item: Item) => Promise<void>; readonly dialog: ReactNode } {
  const [pending, setPending] = useState<PendingRemoval<Item> | null>(null);
  const close = () => setPending(null);
  async function begin(item: Item): Promise<void> {
    const sentences = await dependsOn(item);
    if (sentences.length > 0) setPending({ item, sentences });
    else await removeRecord(nameOf(item), () => remove(item.id));
  }
  if (pending === null) return { begin, dialog: null };
  const { item, sentences } = pending;
  const depends = sentences.map((sentence) => <p key={sentence}>{sentence}</p>);
  const dialog =
    InUse === undefined ? (
      <RemoveDialog
        name={nameOf(item)}
        depends={depends}
        remove={() => remove(item.id)}
        close={close}
      />
    ) : (
      <InUse item={item} depends={depends} close={close} />
    );
  return { begin, dialog };
}
