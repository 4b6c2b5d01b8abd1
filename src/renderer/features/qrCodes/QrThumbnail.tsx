import classes from "./Qr.module.css";

/** A code beside its name; null: its picture has no address yet. */
export function QrThumbnail({ source }: { readonly source: string | null }) {
  return (
    <span className={classes.thumb}>
      {source !== null && <img src={source} alt="" loading="lazy" />}
    </span>
  );
}
