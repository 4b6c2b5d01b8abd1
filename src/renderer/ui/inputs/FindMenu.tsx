import { Combobox, useCombobox } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";

export interface FoundOption {
  readonly value: string;
  readonly label: string;
  /** What it belongs to, in front of it. */
  readonly of?: string;
  /** Undefined: it can't be ticked. */
  readonly isTicked?: boolean;
}

/** Options that are drawn at once: more are found by more letters. */
const mostShown = 50;

/** A field and what it finds: typing narrows it down, Enter takes the first. Open as long as it is there. */
export function FindMenu({
  target,
  label,
  placeholder,
  nothing,
  find,
  choose,
  close,
}: {
  readonly target: ReactElement;
  readonly label: string;
  readonly placeholder: string;
  /** Said where nothing is found. */
  readonly nothing: ReactNode;
  readonly find: (typed: string) => readonly FoundOption[];
  readonly choose: (value: string) => void;
  readonly close: () => void;
}) {
  const [typed, setTyped] = useState("");
  // Where the keys were: they are there again in the very task that takes this away.
  const [before] = useState(() => document.activeElement);
  const back = () => {
    if (before instanceof HTMLElement) before.focus();
  };
  const combobox = useCombobox({ opened: true, onDropdownClose: close });
  const { selectFirstOption } = combobox;
  const found = find(typed.trim());
  // oxlint-disable-next-line react/exhaustive-deps -- what is found changes the first one
  useEffect(() => void selectFirstOption(), [typed, found.length]);
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      onOptionSubmit={(value) => {
        back();
        choose(value);
      }}
    >
      <Combobox.Target withAriaAttributes={false} withKeyboardNavigation={false}>
        {target}
      </Combobox.Target>
      <Combobox.Dropdown>
        <div role="dialog" aria-label={label}>
          <Combobox.Search
            autoFocus
            className="anyScript"
            aria-label={placeholder}
            placeholder={placeholder}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={({ key }) => key === "Escape" && back()}
          />
          <Combobox.Options mah={300} style={{ overflowY: "auto" }} aria-label={label}>
            {found.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
            {found.slice(0, mostShown).map(({ value, label: name, of, isTicked }) => (
              <Combobox.Option key={value} value={value} aria-checked={isTicked}>
                {of !== undefined && <span className="soft">{of} </span>}
                <bdi>{name}</bdi>
                {isTicked === true && <IconCheck size={14} aria-hidden="true" />}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </div>
      </Combobox.Dropdown>
    </Combobox>
  );
}
