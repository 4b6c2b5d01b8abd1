import { useTranslation } from "react-i18next";
import type { RecordKind } from "../../../contract/records.ts";
import { isSettingName } from "../settings/settingControls.ts";
import { fieldText } from "./fieldWords.ts";

/** A field of a record as the window calls it; one that it has no word for by its own name. */
export function FieldLabel({ kind, field }: { readonly kind: RecordKind; readonly field: string }) {
  const { t } = useTranslation();
  const own = <bdi dir="ltr">{field}</bdi>;
  if (kind === "settings") return isSettingName(field) ? t(`settings.of.${field}.title`) : own;
  return fieldText(kind, field, t) ?? own;
}
