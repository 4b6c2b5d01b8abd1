import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pictureData } from "./qrPreview.ts";
import classes from "./Qr.module.css";

/** The picture as it is drawn, on paper or on something dark, with what stands below it. */
export function QrPicture({
  svg,
  name,
  caption,
  isFresh = true,
  isComing = false,
}: {
  readonly svg: string | undefined;
  readonly name: string;
  readonly caption: string;
  readonly isFresh?: boolean;
  /** What it says is known, and it is drawn without anybody's doing. */
  readonly isComing?: boolean;
}) {
  const { t } = useTranslation();
  const [ground, setGround] = useState<"paper" | "dark">("paper");
  return (
    <>
      <figure className={classes.picture} data-ground={ground} aria-busy={!isFresh}>
        {svg === undefined ? (
          <div className={classes.nothing} data-coming={isComing || undefined}>
            {isComing ? (
              <span className="visuallyHidden">{t("common.loading")}</span>
            ) : (
              t("qr.nothingDrawn")
            )}
          </div>
        ) : (
          <img src={pictureData(svg)} alt={t("qr.pictureOf", { name })} width={320} height={320} />
        )}
        {caption !== "" && (
          <figcaption dir="auto" className="anyScript">
            {caption}
          </figcaption>
        )}
      </figure>
      <SegmentedControl
        size="xs"
        aria-label={t("qr.ground")}
        value={ground}
        onChange={setGround}
        data={[
          { value: "paper", label: t("qr.onPaper") },
          { value: "dark", label: t("qr.onDark") },
        ]}
      />
    </>
  );
}
