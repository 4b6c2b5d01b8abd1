import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../../../app/client/api.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { sizeText } from "../../../i18n/format.ts";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { FailureNotice } from "../../../ui/messages/FailureNotice.tsx";
import { showFailure } from "../../../ui/messages/toasts.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import classes from "../Settings.module.css";

/** What a start names another folder by: no line ends within it. */
const folderOption = "--data";

export function DataSection() {
  const { t } = useTranslation();
  return (
    <>
      <Folder />
      <ComingAndGoing />
      <SettingGroup title={t("settings.kept")} names={settingsIn("data")} />
    </>
  );
}

function useDataFolder() {
  return useQuery({
    queryKey: ["dataFolder"],
    queryFn: async ({ signal }) => (await api.call("getDataFolder", {}, signal)).data,
  });
}

function Folder() {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const folder = useDataFolder();
  const shell = window.waypost;
  const [before, after] = t("settings.folderText").split(folderOption);
  if (folder.data === undefined)
    return folder.isError ? (
      <FailureNotice error={folder.error} retry={() => void folder.refetch()} />
    ) : (
      <p className="soft">{t("common.loading")}</p>
    );
  const { folder: path, total, free, kinds } = folder.data;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <div className={classes.panelHead}>
        <h2 id={heading}>{t("settings.folder")}</h2>
        {shell !== undefined && (
          <Button size="xs" onClick={() => void shell.showDataFolder().catch(showFailure)}>
            {t("settings.showFolder")}
          </Button>
        )}
      </div>
      <p className={classes.copied}>
        <bdi dir="ltr" data-testid="data-folder">
          {path}
        </bdi>
        <CopyButton text={path} label={t("common.copyNamed", { name: t("settings.folder") })} />
      </p>
      <p className="soft">
        {before}
        <code dir="ltr" className="oneWord">
          {folderOption}
        </code>
        {after}
      </p>
      <ul className={classes.sizes} aria-label={t("settings.sizes")}>
        {kinds.map(({ kind, files, size }) => (
          <li key={kind}>
            <span>
              {t(`settings.dataKinds.${kind}`)}{" "}
              <span className="soft">
                {t("settings.files", { count: files, formatted: format.number(files) })}
              </span>
            </span>
            <span className={classes.bar} aria-hidden="true">
              <span style={{ inlineSize: `${total === 0 ? 0 : (size / total) * 100}%` }} />
            </span>
            <span>{sizeText(size, t, format)}</span>
          </li>
        ))}
        <li>
          <strong>{t("settings.together")}</strong>
          <span className={classes.filler} />
          <strong>{sizeText(total, t, format)}</strong>
        </li>
      </ul>
      {free !== null && (
        <p className="soft">{t("settings.free", { size: sizeText(free, t, format) })}</p>
      )}
    </section>
  );
}

function useNewestBackup() {
  return useQuery({
    queryKey: ["backups", "newest"],
    queryFn: async ({ signal }) =>
      (await api.call("listBackups", { query: { limit: 1 } }, signal)).data.backups,
  });
}

/** Import, export and backups have a screen of their own. */
function ComingAndGoing() {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const [last] = useNewestBackup().data ?? [];
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{t("settings.comingAndGoing")}</h2>
      <p className="soft">
        {last === undefined
          ? t("settings.noBackup")
          : t("settings.lastBackup", {
              date: format.moment(last.date),
              size: sizeText(last.size, t, format),
            })}
      </p>
      <div className={classes.actions}>
        <Button component={Link} to="/exchange" size="xs">
          {t("settings.toImport")}
        </Button>
        <Button component={Link} to="/exchange?tab=export" size="xs">
          {t("settings.toExport")}
        </Button>
        <Button component={Link} to="/exchange?tab=backups" size="xs">
          {t("settings.toBackups")}
        </Button>
        <Button component={Link} to="/history" size="xs">
          {t("settings.toHistory")}
        </Button>
      </div>
    </section>
  );
}
