import { Group } from "@mantine/core";
// oxlint-disable import/no-unassigned-import -- the style sheet of the library's part
import "@mantine/spotlight/styles.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import IconLinkPlus from "@iconify-json/tabler/icons/link-plus";
import IconSearch from "@iconify-json/tabler/icons/search";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { address, bounds } from "../../../contract/fields/fields.ts";
import { api } from "../client/api.ts";
import { addressInSentence } from "../../ui/address/readableAddress.ts";
import { linkMade } from "../../features/links/linkSteps.tsx";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { refreshLinks } from "../client/queries.ts";
import { arriveByKey } from "../frame/announceScreen.ts";
import { copyText } from "../../ui/address/clipboard.tsx";
import { failureText } from "../../ui/messages/failureText.ts";
import { places } from "../screens.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { matching } from "./matching.ts";
import { type PaletteCommand, usePaletteCommands } from "./paletteCommands.ts";
import { findRecords, type PaletteGroup, kinds } from "./records.ts";
import classes from "./Palette.module.css";

const [store, spotlight] = createSpotlight();

const signs = kinds.filter(({ sign }) => sign !== null);

/** Screens or actions under one heading: more are found by more letters. */
const mostOfGroup = 24;

/** Milliseconds without a key before records are asked for. */
const typingPause = 80;

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly openShortcuts: () => void;
}

/** One field for everything: screens, records of every kind, actions, an address to shorten. */
export function Palette({ isOpen, close, openShortcuts }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [debounced] = useDebouncedValue(typed.trim(), typingPause);
  useEffect(() => {
    if (isOpen) spotlight.open();
    else spotlight.close();
  }, [isOpen]);
  const records = useQuery({
    queryKey: ["palette", debounced],
    queryFn: ({ signal }) => findRecords(debounced, signal),
    enabled: isOpen && debounced !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const navigate = useNavigate();
  const goTo = (to: string) => {
    arriveByKey();
    void navigate(to);
  };
  const commands = usePaletteCommands({ goTo, openShortcuts });
  const url = address.safeParse(completeAddress(typed.trim()));
  const isAddress = url.success && /[./]/.test(typed) && !/^[#@/]/.test(typed);
  const named = matching(
    typed,
    typed.trim() === "" ? commands.filter(({ isHidden }) => isHidden !== true) : commands,
  );
  const found = debounced === "" ? [] : (records.data ?? []);
  const isNothing =
    !isAddress &&
    named.strong.length + named.weak.length + found.length === 0 &&
    debounced === typed.trim();
  const isStale = debounced !== typed.trim() || records.isFetching;
  const isEntered = useRef(false);
  // The library chooses the first action when something is typed; records come later.
  useEffect(() => {
    if (isStale) return;
    const first = chooseFirst();
    if (isEntered.current) first?.click();
    isEntered.current = false;
  }, [isStale]);
  /** Enter means what belongs to what was typed, not what is still shown. */
  const wait = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !isStale) return;
    event.preventDefault();
    event.stopPropagation();
    isEntered.current = true;
  };
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={close}
      shortcut={null}
      scrollable
      maxHeight={420}
      centered={false}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 0 }}
      title={t("palette.title")}
      classNames={{
        content: classes.content ?? "",
        header: "visuallyHidden",
        action: classes.action ?? "",
      }}
    >
      <div onKeyDownCapture={wait}>
        <Spotlight.Search
          aria-label={t("palette.title")}
          placeholder={t("palette.placeholder")}
          maxLength={bounds.address}
          className="anyScript"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        />
      </div>
      <Spotlight.ActionsList>
        {isAddress && (
          <Spotlight.ActionsGroup label={t("palette.actions")}>
            <Spotlight.Action
              leftSection={<IconLinkPlus size={18} stroke={1.75} aria-hidden="true" />}
              label={t("palette.shorten")}
              description={addressInSentence(url.data)}
              onClick={() => void shorten(url.data)}
            />
          </Spotlight.ActionsGroup>
        )}
        <Commands of={named.strong} />
        {found.map(({ kind: { name }, found: items }) => (
          <Spotlight.ActionsGroup key={name} label={t(`nav.${name}`)}>
            {items.map((item) => (
              <Spotlight.Action
                key={item.id}
                leftSection={<KindIcon of={name} />}
                label={item.name}
                data-mixed={isBidiMixed(`${item.name} ${item.detail}`)}
                {...(item.detail !== "" && { description: item.detail })}
                onClick={() => goTo(item.to)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        <Commands of={named.weak} />
        {records.isError ? (
          <Spotlight.Empty>{failureText(records.error, t).text}</Spotlight.Empty>
        ) : (
          isNothing && <Spotlight.Empty>{t("palette.nothing", { typed })}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={classes.foot ?? ""}>
        {t("palette.signs")}
        {signs.map(({ name, sign }) => (
          <span key={name}>
            <kbd className="key">{sign}</kbd> {t(`nav.${name}`)}
          </span>
        ))}
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

/** As the library does it: it gives no other way. */
function chooseFirst(): HTMLElement | undefined {
  const [first, ...others] = document.querySelectorAll<HTMLElement>("[role=dialog] [data-action]");
  for (const other of others) other.removeAttribute("data-selected");
  first?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
  return first;
}

/** Screens, and what can be done, each under its heading. */
function Commands({ of: commands }: { readonly of: readonly PaletteCommand[] }) {
  const { t } = useTranslation();
  const groups = [
    { name: "screens", items: commands.filter(({ isScreen }) => isScreen === true) },
    { name: "actions", items: commands.filter(({ isScreen }) => isScreen !== true) },
  ] as const;
  return groups.map(
    ({ name, items }) =>
      items.length > 0 && (
        <Spotlight.ActionsGroup key={name} label={t(`palette.${name}`)}>
          {items.slice(0, mostOfGroup).map(({ id, label, Icon, letter = null, run }) => (
            <Spotlight.Action
              key={id}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
              label={label}
              rightSection={letter !== null && <Keys of={["G", letter.toUpperCase()]} />}
              onClick={run}
            />
          ))}
        </Spotlight.ActionsGroup>
      ),
  );
}

/** A record has the sign of the screen that lists its kind. */
function KindIcon({ of: kind }: { readonly of: PaletteGroup["kind"]["name"] }) {
  const Icon = places.find(({ name }) => name === kind)?.Icon;
  return Icon === undefined ? null : <Icon size={18} stroke={1.75} aria-hidden="true" />;
}

function Keys({ of: keys }: { readonly of: readonly string[] }) {
  return (
    <Group dir="ltr" component="span" gap={4} align="stretch" wrap="nowrap">
      {keys.map((key) => (
        <kbd key={key} className="key">
          {key}
        </kbd>
      ))}
    </Group>
  );
}

async function shorten(url: string): Promise<void> {
  try {
    const link = await api.call("addLink", { body: { url } });
    linkMade(link, await copyText(link.shorturl));
    await refreshLinks();
  } catch (error) {
    showFailure(error);
  }
}
