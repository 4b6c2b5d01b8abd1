import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** Every place of the navigation over the screen of a narrow window. */
export function PlacesDrawer({
  close,
  children,
}: {
  readonly close: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={280}
      title={t("nav.menu")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {children}
    </Drawer>
  );
}
