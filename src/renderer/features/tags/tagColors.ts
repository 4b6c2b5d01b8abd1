import { useEffect } from "react";
import { useTags } from "./tags.ts";

/** The property of the page that holds the color of a tag: any text makes a name of one. */
export function tagColorName(tag: string): string {
  const letters = Array.from(tag.normalize("NFC").toLowerCase());
  return `--tag-${letters.map((letter) => letter.codePointAt(0)?.toString(36)).join("-")}`;
}

/** Gives the page the colors of all tags: what shows a tag then has its color without asking. */
export function useTagColors(): void {
  const { data } = useTags();
  useEffect(() => {
    const { style } = document.documentElement;
    for (const { tag, color } of data ?? []) style.setProperty(tagColorName(tag), color);
  }, [data]);
}
