import { Button } from "@mantine/core";
import IconRefresh from "@iconify-json/tabler/icons/refresh";
import { useTranslation } from "react-i18next";
import type { Setting } from "../../../contract/server/settings.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { Notice } from "../../ui/messages/Notice.tsx";
import classes from "./Settings.module.css";

const startCommand = "npm start";

/** What waits for the next start, and how to come there. */
export function RestartNotice({ settings }: { readonly settings: readonly Setting[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = settings.filter(({ waiting }) => waiting).length;
  const shell = window.waypost;
  if (count === 0) return null;
  return (
    <Notice
      role="status"
      kind="caution"
      Icon={IconRefresh}
      action={
        shell !== undefined && (
          <Button size="xs" onClick={() => void shell.restart()}>
            {t("settings.restart")}
          </Button>
        )
      }
    >
      <strong>{t("settings.waiting", { count, formatted: format.number(count) })}</strong>
      {shell === undefined ? (
        <p>
          {t("settings.restartByHand")}{" "}
          <span className={classes.command} dir="ltr">
            <code>{startCommand}</code>
            <CopyButton text={startCommand} label={t("common.copyNamed", { name: startCommand })} />
          </span>
        </p>
      ) : (
        <p>{t("settings.restartText")}</p>
      )}
    </Notice>
  );
}
