import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keyInAddress } from "./client/serviceKey.ts";
import classes from "./KeyScreen.module.css";
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
  return (
    <main className={classes.screen}>
      <form
        className={classes.card}
        onSubmit={(event) => {
          event.preventDefault();
          if (key !== "") enter(key);
        }}
      >
        <div className={classes.head}>
          <Mark size={32} />
          <PreferencesMenu />
        </div>
        <h1>{t("keyScreen.title")}</h1>
        <p className="soft">{t("keyScreen.text")}</p>
        <p>{t("keyScreen.start")}</p>
        <code className={classes.command} dir="ltr">
          {dataDir === null
            ? "npm start"
            : `npm run -s waypost -- open --data ${inQuotes(dataDir)}`}
        </code>
        <p>{t("keyScreen.paste")}</p>
        <div className={classes.entry}>
          <TextInput
            className={classes.field}
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
        </div>
      </form>
    </main>
  );
}
