import { webAddress } from "../../../resolve/webAddress.ts";
import type { WholeLink } from "./linkForms.ts";

const marks: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}

/** On one line, as what reads bookmarks expects it. */
function line(text: string): string {
  return escaped(text.replaceAll(/\s+/g, " ").trim());
}

function bookmark(link: WholeLink): string {
  const { url, alias, name, tags, date, description } = link;
  const added = Math.floor(Date.parse(date) / 1000);
  // What reads them takes them apart at commas.
  const named = tags.filter((tag) => !tag.includes(","));
  const tagged = named.length === 0 ? "" : ` TAGS="${line(named.join(","))}"`;
  const note = description === "" ? "" : `<DD>${line(description)}\n`;
  return `<DT><A HREF="${escaped(url)}" ADD_DATE="${added}"${tagged}>${line(name === "" ? alias : name)}</A>\n${note}`;
}

/** The file that browsers import: each link below its first tag, leading to its target. */
export function* bookmarksPage(
  links: readonly WholeLink[] | Iterable<WholeLink>,
): Generator<string> {
  yield '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n';
  const folders = new Map<string, string[]>();
  for (const link of links) {
    // A browser would run what is no address of the web.
    if (webAddress(link.url) === null) continue;
    const [folder] = link.tags;
    if (folder === undefined) yield bookmark(link);
    else {
      const bookmarks = folders.get(folder);
      if (bookmarks === undefined) folders.set(folder, [bookmark(link)]);
      else bookmarks.push(bookmark(link));
    }
  }
  for (const [folder, bookmarks] of folders) {
    yield `<DT><H3>${line(folder)}</H3>\n<DL><p>\n`;
    yield* bookmarks;
    yield "</DL><p>\n";
  }
  yield "</DL><p>\n";
}
