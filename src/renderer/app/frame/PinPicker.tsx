import { Combobox, useCombobox } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import { type ReactElement, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePinnable, usePins } from "./pins.ts";

/** Options that are drawn at once: more are found by their names. */
const mostShown = 50;

/** Chooses what the navigation shows of tags, channels, campaigns and views: typing finds, Enter ticks. */
export function PinPicker({
  target,
  close,
}: {
  readonly target: ReactElement;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const { pins, toggle } = usePins();
  const [typed, setTyped] = useState("");
  const all = usePinnable(() => true);
  const combobox = useCombobox({ opened: true, onDropdownClose: close });
  const { selectFirstOption } = combobox;
  const words = typed.trim().toLocaleLowerCase();
  const found = all.filter(({ name }) => name.toLocaleLowerCase().includes(words));
  // oxlint-disable-next-line react/exhaustive-deps -- what is found changes the first one
  useEffect(() => void selectFirstOption(), [typed, all.length]);
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      withinPortal
      onOptionSubmit={toggle}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        {target}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          autoFocus
          className="anyScript"
          aria-label={t("nav.findPin")}
          placeholder={t("nav.findPin")}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") close();
          }}
        />
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={t("nav.choosePins")}>
          {found.length === 0 && <Combobox.Empty>{t("nav.noPins")}</Combobox.Empty>}
          {found.slice(0, mostShown).map(({ pin, name }) => {
            const isPinned = pins.includes(pin);
            return (
              <Combobox.Option key={pin} value={pin} active={isPinned} aria-checked={isPinned}>
                <bdi>{name}</bdi>
                {isPinned && <IconCheck size={14} aria-hidden="true" />}
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
