import { Box } from "@mantine/core";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import classes from "./TagChip.module.css";
import { tagColorName } from "./tagColors.ts";

/** A tag: its name beside a dot of its color. It has no hook, because long lists are full of them. */
export function TagChip({ tag }: { readonly tag: string }) {
  const background = `var(${tagColorName(tag)}, var(--line-strong))`;
  return (
    <span className={classes.chip} title={tag}>
      <Box component="span" flex="none" w={8} h={8} bdrs="50%" style={{ background }} />
      <bdi className={classes.name} data-mixed={isBidiMixed(tag)}>
        {tag}
      </bdi>
    </span>
  );
}
