import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { tagColorName } from "./tagColors.ts";

/** A tag: its name beside a dot of its color. It has no hook, because long lists are full of them. */
export function TagChip({ tag }: { readonly tag: string }) {
  const background = `var(${tagColorName(tag)}, var(--line-strong))`;
  return (
    <span className="chip" title={tag}>
      <i style={{ background }} />
      <bdi className="truncate" data-mixed={isBidiMixed(tag)}>
        {tag}
      </bdi>
    </span>
  );
}
