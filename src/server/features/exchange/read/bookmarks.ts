import { type Bookmark, bookmarkRows } from "./bookmarkRows.ts";
import { firefoxRows } from "./firefoxRows.ts";

/** Bookmarks as rows of one table, whatever file they come from. */

export const bookmarkHeader = ["HREF", "name", "folders", "ADD_DATE", "note"] as const;
export const bookmarkFields = ["url", "name", "tags", "date", "description"] as const;

export function bookmarkCells(bookmark: Bookmark): readonly string[] {
  const { address, name, folders, tags, added, note } = bookmark;
  const all = [...folders, ...tags.split(",")];
  return [address, name, JSON.stringify(all.slice(0, mostTags)), added, note];
}

/** Folders and tags of one bookmark: no link keeps more, whatever of them is empty. */
const mostTags = 200;

export function bookmarksIn(
  { is }: { readonly is: "html" | "firefox" },
  pieces: AsyncIterable<Buffer>,
) {
  return is === "html" ? bookmarkRows(pieces) : firefoxRows(pieces);
}
