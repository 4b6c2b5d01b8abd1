import { ActionIcon, type ActionIconProps, Tooltip } from "@mantine/core";
import IconAdjustments from "@iconify-json/tabler/icons/adjustments";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

/** Opens the choices of look and language; takes what a popover gives its target. */
export function PreferencesButton(props: ActionIconProps & ComponentProps<"button">) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t("nav.preferences")} disabled={props["aria-expanded"] === true}>
      <ActionIcon {...props} aria-label={t("nav.preferences")} size={32}>
        <IconAdjustments size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
