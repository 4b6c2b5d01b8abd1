import { type Message, message } from "../../../contract/messages/messages.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

/** Texts from elsewhere, made such as can be kept here; what had to be cut is counted, to be told. */

const longest = { name: 200, description: 2000, tag: 50, tags: 20, source: 500 } as const;

export interface ImportTexts {
  name(text: string | undefined): string | undefined;
  description(text: string | undefined): string | undefined;
  tags(tags: readonly string[] | undefined, more: readonly string[]): readonly string[];
  /** Sentences about what was cut, by what it is called here. */
  list(): { readonly column: string; readonly reason: Message }[];
}

/** Half a surrogate pair becomes a replacement character, a control code a space. */
function readable(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, " ");
}

function shortened(text: string, most: number): string {
  // Never half a pair at the end.
  return text
    .slice(0, most)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd();
}

export function createImportTexts(): ImportTexts {
  const cut = new Map<string, number>();

  function fitting(field: keyof typeof longest, text: string | undefined): string | undefined {
    if (text === undefined) return undefined;
    // A note may begin and end with spaces, as it may where it is sent.
    const clean = field === "description" ? readable(text) : readable(text).trim();
    if (clean === "") return undefined;
    if (clean.length <= longest[field]) return clean;
    cut.set(field, (cut.get(field) ?? 0) + 1);
    return shortened(clean, longest[field]);
  }

  return {
    name: (text) => fitting("name", text),
    description: (text) => fitting("description", text),
    tags(tags = [], more) {
      const all = [...more, ...tags].flatMap((tag) => fitting("tag", normalized(tag)) ?? []);
      const once = [...new Set(all)];
      if (once.length > longest.tags) cut.set("tags", (cut.get("tags") ?? 0) + 1);
      return once.slice(0, longest.tags);
    },
    list: () =>
      [...cut].map(([field, times]) => ({
        column: field,
        reason:
          field === "tags"
            ? message("column.tags", { links: times, most: longest.tags })
            : message("column.long", {
                texts: times,
                most: longest[field === "name" || field === "description" ? field : "tag"],
              }),
      })),
  };
}
