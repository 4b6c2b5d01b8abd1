import type { ReactNode } from "react";
import { shortAddressParts } from "./address/readableAddress.ts";
import classes from "./Blade.module.css";

interface Props {
  /** The short address. */
  readonly of: string;
  /** In the alias's place: the field it is changed in. */
  readonly field?: ReactNode;
  readonly size: "panel" | "page";
  /** Played once, where a link has just been created. */
  readonly isNew?: boolean;
}

/** A short link as a signpost's arm: its alias large on clay, its end pointing where reading goes. */
export function Blade({ of, field, size, isNew = false }: Props) {
  const { host, alias } = shortAddressParts(of);
  const length = field === undefined ? alias.length : 0;
  return (
    <div className={classes.blade} data-size={size} data-new={isNew || undefined}>
      <bdi dir="ltr" className={classes.host}>
        {host}
      </bdi>
      <bdi dir="ltr" className={classes.alias} data-length={lengthName(length)}>
        /<bdi>{field ?? alias}</bdi>
      </bdi>
    </div>
  );
}

/** What doesn't fit at full size is set smaller, and breaks only then. */
function lengthName(letters: number): "long" | "longest" | undefined {
  if (letters > 32) return "longest";
  return letters > 14 ? "long" : undefined;
}
