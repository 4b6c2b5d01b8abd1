import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { FindMenu } from "../../ui/inputs/FindMenu.tsx";
import { usePinnable, usePins } from "./pins.ts";

/** Chooses what the navigation shows of tags, channels, campaigns and views. */
export function PinPicker({
  target,
  close,
}: {
  readonly target: ReactElement;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const { pins, toggle } = usePins();
  const all = usePinnable(() => true);
  return (
    <FindMenu
      target={target}
      label={t("nav.choosePins")}
      placeholder={t("nav.findPin")}
      nothing={t("nav.noPins")}
      find={(typed) =>
        all
          .filter(({ name }) => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
          .map(({ pin, name }) => ({ value: pin, label: name, isTicked: pins.includes(pin) }))
      }
      choose={toggle}
      close={close}
    />
  );
}
