import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { useDocumentText } from "./documentText.ts";
import classes from "./FieldList.module.css";
import type { Bound } from "./schemaFields.ts";

/** What a value has to be, on one line. */
export function Bounds({ of: bounds }: { readonly of: readonly Bound[] }) {
  if (bounds.length === 0) return null;
  return (
    <p className={classes.bounds}>
      {bounds.map((bound, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the bounds of a field never change
        <Fragment key={place}>
          {place > 0 && " · "}
          <OneBound bound={bound} />
        </Fragment>
      ))}
    </p>
  );
}

function OneBound({ bound }: { readonly bound: Bound }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const translate = useDocumentText();
  switch (bound.kind) {
    case "atLeast":
    case "atMost":
    case "moreThan":
      return t(`reference.${bound.kind}`, { value: format.number(bound.value) });
    case "characters":
    case "entries": {
      const reach = bound.most === null ? "From" : bound.least === 0 ? "To" : "Between";
      return t(`reference.${bound.kind}${reach}`, {
        count: bound.most ?? bound.least,
        least: format.number(bound.least),
        most: format.number(bound.most ?? 0),
      });
    }
    case "oneOf":
      return (
        <>
          {t("reference.oneOf")}{" "}
          {bound.values.map((value) => (
            <Fragment key={value}>
              <code dir="ltr">{value}</code>{" "}
            </Fragment>
          ))}
        </>
      );
    case "pattern":
      return (
        <>
          {t("reference.pattern")} <code dir="ltr">{bound.value}</code>
        </>
      );
    case "meaning":
      return <bdi>{translate(bound.value)}</bdi>;
  }
}
