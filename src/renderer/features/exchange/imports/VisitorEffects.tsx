import { Checkbox } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import classes from "../Exchange.module.css";

/** What the links of a file do to visitors; pixels are imported only when the box is checked. */
export function VisitorEffects({
  preview,
  pixels,
  choose,
}: {
  readonly preview: ImportPreview;
  readonly pixels: boolean;
  readonly choose: (part: { readonly pixels: boolean }) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const { visitorEffects } = preview;
  if (visitorEffects.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{t("import.effects.title")}</h2>
      <ul className={classes.left}>
        {visitorEffects.map(({ what, name, links }) => (
          <li key={`${what} ${name}`}>
            {t(`import.effects.${what}`, {
              count: links,
              formatted: format.number(links),
              name: name === "" ? t("import.effects.others") : `\u2066${name}\u2069`,
            })}
          </li>
        ))}
      </ul>
      {visitorEffects.some(({ what }) => what === "pixel") && (
        <Checkbox
          label={t("import.effects.pixels")}
          description={t("import.effects.pixelsAbout")}
          checked={pixels}
          onChange={(event) => choose({ pixels: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}
