import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pictureData } from "./qrPreview.ts";
import classes from "./Qr.module.css";

const scenes = ["Paper", "Dark", "Stand", "Sticker", "Bag"] as const;

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
  const [ground, setGround] = useState<(typeof scenes)[number]>("Paper");
  return (
    <>
      <Stack
        className={classes.picture}
        component="figure"
        gap="xs"
        align="center"
        justify="center"
        data-ground={ground}
        aria-busy={!isFresh}
      >
        <Scene ground={ground} />
        {svg === undefined ? (
          <div className={classes.nothing} data-coming={isComing || undefined}>
            {isComing ? (
              <span className="visuallyHidden">{t("common.loading")}</span>
            ) : (
              t("qr.nothingDrawn")
            )}
          </div>
        ) : (
          <img src={pictureData(svg)} alt={t("qr.pictureOf", { name })} width={420} height={420} />
        )}
        {caption !== "" && (
          <figcaption dir="auto" className="anyScript">
            {caption}
          </figcaption>
        )}
      </Stack>
      <SegmentedControl
        size="xs"
        aria-label={t("qr.ground")}
        value={ground}
        onChange={setGround}
        data={scenes.map((value) => ({ value, label: t(`qr.on${value}`) }))}
      />
    </>
  );
}

/** What a code stands on once it is printed: a card on a table, a label, a bag of paper. */
function Scene({ ground }: { readonly ground: (typeof scenes)[number] }) {
  switch (ground) {
    case "Stand":
      return (
        <svg viewBox="0 0 420 420" aria-hidden="true">
          <path d="M0 300h420v120H0z" fill="#d9b88f" />
          <path d="M70 372h280l22 20H48z" fill="#b08d63" />
          <path d="M84 40h252l16 336H68z" fill="#fffdf9" stroke="#e9e2d6" />
        </svg>
      );
    case "Sticker":
      return (
        <svg viewBox="0 0 420 420" aria-hidden="true">
          <path d="M0 0h420v420H0z" fill="#5f7d6c" />
          <path d="M70 56h288v238l-58 70H70z" fill="#fffdf9" />
          <path d="M358 294l-58 70v-58q0-12 12-12z" fill="#d8d0c2" />
        </svg>
      );
    case "Bag":
      return (
        <svg viewBox="0 0 420 420" aria-hidden="true">
          <path d="M140 92q0-64 70-64t70 64" fill="none" stroke="#8d6a43" strokeWidth="10" />
          <path d="M64 84h292l18 336H46z" fill="#c79f6e" />
          <path d="M64 84h292l3 22H62z" fill="#b58c5b" />
        </svg>
      );
    case "Paper":
    case "Dark":
      return null;
  }
}
