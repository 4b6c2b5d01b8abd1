import { useTranslation } from "react-i18next";
import { isSettingName } from "../settings/settingControls.ts";

/** A setting as the settings screen calls it. */
export function SettingTitle({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  return isSettingName(name) ? t(`settings.of.${name}.title`) : <bdi dir="ltr">{name}</bdi>;
}
