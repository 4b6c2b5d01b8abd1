import { ActionIcon, type ActionIconProps, Tooltip } from "@mantine/core";
import IconAdjustments from "@iconify-json/tabler/icons/adjustments";
import { type ComponentProps, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../i18n/lazyPart.ts";

const PreferencesPopover = lazyPart(
  async () => (await import("./PreferencesPopover.tsx")).PreferencesPopover,
);

/** Appearance and language; what they are chosen with is loaded once somebody wants to. */
export function PreferencesMenu() {
  const [isWanted, setWanted] = useState(false);
  const button = <PreferencesButton onClick={() => setWanted(true)} />;
  return isWanted ? (
    <Suspense fallback={button}>
      <PreferencesPopover Target={PreferencesButton} />
    </Suspense>
  ) : (
    button
  );
}

/** Opens the choices of look and language; takes what a popover gives its target. */
function PreferencesButton(props: ActionIconProps & ComponentProps<"button">) {
  const { t } = useTranslation();
  return (
    <Tooltip label={t("nav.preferences")} disabled={props["aria-expanded"] === true}>
      <ActionIcon {...props} aria-label={t("nav.preferences")} size={32}>
        <IconAdjustments size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
