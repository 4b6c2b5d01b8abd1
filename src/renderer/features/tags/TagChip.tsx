import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import classes from "./TagChip.module.css";

const hues = ["ochre", "green", "teal", "blue", "violet", "rose"] as const;

/** The same tag has the same colour everywhere; its name tells it apart without any. */
function hueOf(tag: string): (typeof hues)[number] {
  let sum = 0;
  for (const letter of tag.normalize("NFC").toLowerCase())
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hues[sum % hues.length] ?? "ochre";
}

/** A tag: its name beside a dot. It has no hook, because long lists are full of them. */
export function TagChip({ tag }: { readonly tag: string }) {
  return (
    <span className={classes.chip} data-hue={hueOf(tag)} title={tag}>
      <bdi className={classes.name} data-mixed={isBidiMixed(tag)}>
        {tag}
      </bdi>
    </span>
  );
}
