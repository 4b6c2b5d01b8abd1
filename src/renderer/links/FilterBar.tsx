import { Button, Menu, Popover } from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useShortcuts } from "../shell/shortcuts.ts";
import classes from "./FilterBar.module.css";
import { FilterEditor } from "./FilterEditor.tsx";
import { useFilterText } from "./filterText.ts";
import { type FilterName, filterNames, type LinkFilter } from "./linkSearch.ts";

/** The filters of the list as chips: each says what it asks, opens, and comes off. */
export function FilterBar({
  filter,
  choose,
  clear,
}: {
  readonly filter: LinkFilter;
  /** "" takes a filter off. */
  readonly choose: (name: FilterName, value: string) => void;
  readonly clear: () => void;
}) {
  const { t } = useTranslation();
  const say = useFilterText();
  const [opened, setOpened] = useState<FilterName | null>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const set = filterNames.filter((name) => filter[name] !== undefined);
  const free = filterNames.filter((name) => filter[name] === undefined);
  const isAdding = opened !== null && filter[opened] === undefined;
  useShortcuts({ f: () => setMenuOpen(true) });
  const editor = (name: FilterName) => (
    <FilterEditor
      name={name}
      value={filter[name] ?? ""}
      choose={(value) => {
        setOpened(null);
        choose(name, value);
      }}
    />
  );
  return (
    <div role="group" aria-label={t("filters.title")} className={classes.bar}>
      <Popover
        opened={isAdding}
        onChange={(isOpen) => !isOpen && setOpened(null)}
        trapFocus
        returnFocus
        withRoles={false}
        position="bottom-start"
      >
        <Popover.Target>
          <span>
            <Menu opened={isMenuOpen} onChange={setMenuOpen} position="bottom-start" returnFocus>
              <Menu.Target>
                <Button
                  size="xs"
                  leftSection={<IconFilter size={14} aria-hidden="true" />}
                  rightSection={<kbd className="key">F</kbd>}
                  aria-keyshortcuts="F"
                >
                  {t("filters.add")}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {free.map((name) => (
                  <Menu.Item key={name} onClick={() => setOpened(name)}>
                    {t(`filters.names.${name}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </span>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t("filters.add")}>
          {isAdding && editor(opened)}
        </Popover.Dropdown>
      </Popover>
      {set.map((name) => {
        const said = say(name, filter[name] ?? "");
        return (
          <Popover
            key={name}
            opened={opened === name}
            onChange={(isOpen) => !isOpen && setOpened(null)}
            trapFocus
            returnFocus
            withRoles={false}
            position="bottom-start"
          >
            <Popover.Target>
              <span className={classes.chip}>
                <button
                  type="button"
                  className={classes.said}
                  onClick={() => setOpened(opened === name ? null : name)}
                >
                  {said}
                </button>
                <button
                  type="button"
                  className={classes.off}
                  aria-label={t("filters.off", { filter: said })}
                  onClick={() => choose(name, "")}
                >
                  <IconX size={14} aria-hidden="true" />
                </button>
              </span>
            </Popover.Target>
            <Popover.Dropdown role="dialog" aria-label={said}>
              {editor(name)}
            </Popover.Dropdown>
          </Popover>
        );
      })}
      {set.length > 0 && (
        <Button size="xs" variant="subtle" onClick={clear}>
          {t("filters.clear")}
        </Button>
      )}
    </div>
  );
}
