import { Box } from "@mantine/core";
import classes from "./Qr.module.css";

/** A code beside its name; null: its picture has no address yet. */
export function QrThumbnail({
  source,
  size = 28,
}: {
  readonly source: string | null;
  readonly size?: number | string;
}) {
  return (
    <Box
      className={classes.thumb}
      component="span"
      display="inline-block"
      flex="none"
      w={size}
      h={size}
      bdrs={4}
      bg="#fff"
      style={{ overflow: "hidden" }}
    >
      {source !== null && <img src={source} alt="" loading="lazy" />}
    </Box>
  );
}
