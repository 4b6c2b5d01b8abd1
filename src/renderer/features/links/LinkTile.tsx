import { readableHost } from "../../ui/address/readableHost.ts";
import classes from "./Links.module.css";

/** Which tint a host has: always the same one. */
function hueOf(host: string): number {
  let sum = 0;
  for (const letter of host) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return sum;
}

/** The first letter of a site's name on its tint. It has no hook: each row of the list has one. */
export function LinkTile({ url }: { readonly url: string }) {
  const host = URL.canParse(url) ? readableHost(new URL(url).host).replace(/^www\./, "") : "";
  const tint: React.CSSProperties & Readonly<Record<"--hue", number>> = { "--hue": hueOf(host) };
  return (
    <span className={classes.tile} style={tint} aria-hidden="true">
      {Array.from(host)[0]?.toLocaleUpperCase() ?? "?"}
    </span>
  );
}
