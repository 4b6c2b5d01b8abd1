import { Button, Group, Stack, Text } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DesktopShortcut } from "../../../../main/bridge/bridge.ts";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { acceleratorOf, keysText } from "./accelerators.ts";
import { SettingFrame } from "../SettingRow.tsx";
import classes from "../Settings.module.css";

const isMac = /mac/i.test(navigator.userAgent);

/** Keys are chosen by pressing them. */
export function ShortcutSetting({
  name,
  shortcut: { keys, standing, command },
  usual,
  choose,
}: {
  readonly name: "shorten" | "bar";
  readonly shortcut: DesktopShortcut;
  readonly usual: string;
  readonly choose: (keys: string | null) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [isListening, setListening] = useState(false);
  const [isFree, setFree] = useState(false);
  const title = t(`settings.desktop.${name}.title`);
  const shown = keys === null ? t("settings.desktop.noKeys") : keysText(keys, isMac);
  const isDoubtful = standing === "taken" || standing === "unsure";

  const listen = (isOn: boolean) => {
    setListening(isOn);
    setFree(false);
  };
  const hear = (event: KeyboardEvent) => {
    if (!isListening) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") return listen(false);
    const pressed = acceleratorOf(event, isMac);
    if (pressed === "modifier") return;
    if (pressed === "free") return setFree(true);
    listen(false);
    void choose(pressed);
  };
  return (
    <SettingFrame
      title={title}
      about={t(`settings.desktop.${name}.about`)}
      changed={
        keys === usual
          ? null
          : { origin: t("settings.desktop.kept"), usual: keysText(usual, isMac) }
      }
      reset={() => void choose(usual)}
      note={isDoubtful ? t(`settings.desktop.${standing}`) : null}
    >
      <Stack gap={8}>
        <Group className={classes.keys} gap="xs">
          <kbd className="key" dir={keys === null ? undefined : "ltr"}>
            {shown}
          </kbd>
          <Button
            size="compact-sm"
            aria-label={t("settings.desktop.changeNamed", { name: title })}
            aria-pressed={isListening}
            onClick={() => listen(!isListening)}
            onKeyDown={hear}
            onBlur={() => listen(false)}
          >
            {t("settings.desktop.change")}
          </Button>
          {keys !== null && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={t("settings.desktop.noneNamed", { name: title })}
              onClick={() => void choose(null)}
            >
              {t("settings.desktop.none")}
            </Button>
          )}
        </Group>
        <p role="status" className="soft">
          {isListening && t(isFree ? "settings.desktop.withModifier" : "settings.desktop.press")}
        </p>
        {isDoubtful && (
          <>
            <Text size="xs" c="dimmed">
              {t("settings.desktop.command")}
            </Text>
            <Command text={command} />
          </>
        )}
      </Stack>
    </SettingFrame>
  );
}

/** Something to take elsewhere. */
export function Command({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.command} dir="ltr">
      <code>
        {text.split(/(?<= )/u).map((word, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- words of a text, some of them alike
          <span key={place}>{word}</span>
        ))}
      </code>
      <CopyButton text={text} label={t("common.copyNamed", { name: text })} />
    </div>
  );
}
