import { Button, Card, Code, Group, Stack, TextInput } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { keyInAddress, onKeyOfOtherTab } from "./client/serviceKey.ts";
import { Mark } from "./frame/Mark.tsx";
import { PreferencesMenu } from "./frame/PreferencesMenu.tsx";

/** As a shell takes it for one word, where it isn't one by itself. */
function inQuotes(path: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${path}"`;
}

export function KeyScreen({
  isRefused,
  enter,
  dataDir,
}: {
  readonly isRefused: boolean;
  /** The folder of the Waypost that this tab showed before; null: none yet. */
  readonly dataDir: string | null;
  readonly enter: (key: string) => void;
}) {
  const { t } = useTranslation();
  const [pasted, setPasted] = useState("");
  const key = keyInAddress(pasted) ?? pasted.trim();
  const enterWith = useEffectEvent(enter);
  useEffect(() => onKeyOfOtherTab((told) => enterWith(told)), []);
  return (
    <Stack component="main" align="center" justify="center" mih="100%" p="md">
      <Card
        component="form"
        w="min(480px, 100%)"
        padding={32}
        radius="xl"
        onSubmit={(event) => {
          event.preventDefault();
          if (key !== "") enter(key);
        }}
      >
        <Stack gap="sm">
          <Group justify="space-between">
            <Mark size={32} />
            <PreferencesMenu />
          </Group>
          <h1>{t("keyScreen.title")}</h1>
          <p className="soft">{t("keyScreen.text")}</p>
          <p>{t("keyScreen.start")}</p>
          <Code block dir="ltr">
            {dataDir === null
              ? "npm start"
              : `npm run -s waypost -- open --data ${inQuotes(dataDir)}`}
          </Code>
          <p>{t("keyScreen.paste")}</p>
          <Group gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t("keyScreen.field")}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              value={pasted}
              onChange={(event) => setPasted(event.currentTarget.value)}
              error={isRefused ? t("keyScreen.refused") : undefined}
            />
            <Button type="submit" variant="filled">
              {t("keyScreen.enter")}
            </Button>
          </Group>
        </Stack>
      </Card>
    </Stack>
  );
}
