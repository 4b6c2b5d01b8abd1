import { Group, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { places } from "../screens.ts";
import classes from "./ShortcutSheet.module.css";

const mod = /mac/i.test(navigator.platform) ? "⌘" : "Ctrl";

const rows = [
  ["newLink", ["C"]],
  ["search", ["/"]],
  ["palette", [mod, "K"]],
  ["filter", ["F"]],
  ["rows", ["↑", "↓"]],
  ["openRow", ["Enter"]],
  ["copyRow", [mod, "C"]],
  ["editRow", ["E"]],
  ["qrRow", ["Q"]],
  ["selectRow", ["Space", "Shift ↑↓"]],
  ["selectAll", [mod, "A"]],
  ["tagRow", ["T"]],
  ["archiveRow", ["A"]],
  ["deleteRow", ["Delete"]],
  ["compare", ["X"]],
  ["moveItem", ["Alt ↑↓"]],
  ["save", [mod, "Enter"]],
  ["undo", [mod, "Z"]],
  ["close", ["Esc"]],
  ["sheet", ["?"]],
] as const;

export function ShortcutSheet({
  isOpen,
  close,
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const { singleKeys } = usePreferences().preferences;
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      size={800}
      title={t("shortcuts.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      {!singleKeys && (
        <p className="soft">
          {t("shortcuts.off")}{" "}
          <Link to="/settings/scripts" onClick={close}>
            {t("shortcuts.switchOn")}
          </Link>
        </p>
      )}
      <dl className={classes.sheet}>
        {rows.map(([name, keys]) => (
          <Shortcut key={name} name={t(`shortcuts.${name}`)} keys={keys} />
        ))}
        {places.map(({ name, letter }) =>
          letter === null ? null : (
            <Shortcut
              key={name}
              name={t("shortcuts.goTo", { screen: t(`nav.${name}`) })}
              keys={["G", letter.toUpperCase()]}
            />
          ),
        )}
      </dl>
    </Modal>
  );
}

function Shortcut({ name, keys }: { readonly name: string; readonly keys: readonly string[] }) {
  return (
    <Group className={classes.row} align="stretch" justify="space-between" wrap="nowrap">
      <dt>{name}</dt>
      <dd dir="ltr">
        {keys.map((key) => (
          <kbd key={key} className="key">
            {key}
          </kbd>
        ))}
      </dd>
    </Group>
  );
}
