import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { RecordKind } from "../../contract/records.ts";
import { fieldText } from "./fieldWords.ts";
import { SettingTitle } from "./laterFieldValue.ts";

/** A field of a record as the window calls it; one that it has no word for by its own name. */
export function FieldLabel({ kind, field }: { readonly kind: RecordKind; readonly field: string }) {
  const { t } = useTranslation();
  const own = <bdi dir="ltr">{field}</bdi>;
  if (kind === "settings")
    return (
      <Suspense fallback={own}>
        <SettingTitle name={field} />
      </Suspense>
    );
  return fieldText(kind, field, t) ?? own;
}
