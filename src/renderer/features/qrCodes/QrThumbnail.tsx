import { Box } from "@mantine/core";
import classes from "./Qr.module.css";

/** A code beside its name; null: its picture has no address yet. */
export function QrThumbnail({ source }: { readonly source: string | null }) {
  return (
    <Box
      className={classes.thumb}
      component="span"
      display="inline-block"
      flex="none"
      w={28}
      h={28}
      bdrs={3}
      bg="#fff"
      style={{ overflow: "hidden" }}
    >
      {source !== null && <img src={source} alt="" loading="lazy" />}
    </Box>
  );
}
