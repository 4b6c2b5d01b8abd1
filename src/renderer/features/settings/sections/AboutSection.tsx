import { TextInput } from "@mantine/core";
import IconSearch from "@iconify-json/tabler/icons/search";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { useService } from "../../../app/client/queries.ts";
import { Pending } from "../../../ui/messages/FailureNotice.tsx";
import { Mark } from "../../../app/frame/Mark.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { NewVersion } from "./NewVersion.tsx";
import classes from "../Settings.module.css";
import { Fact, FactList } from "../../../ui/FactList.tsx";

export function AboutSection() {
  const { t } = useTranslation();
  const service = useService();
  const shell = useQuery({
    queryKey: ["appInfo"],
    queryFn: async () => (await window.waypost?.appInfo()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const runtimes = shell.data?.runtimes;
  return (
    <>
      <SettingGroup title={t("app.name")} text={t("settings.aboutText")} side={<Mark size={24} />}>
        <FactList>
          <Fact name={t("settings.version")}>
            <bdi dir="ltr">{service.data?.version}</bdi>
          </Fact>
          {runtimes !== undefined && (
            <Fact name={t("settings.runsOn")}>
              <bdi dir="ltr">
                Electron {runtimes.electron}, Chromium {runtimes.chromium}, Node {runtimes.node}
              </bdi>
            </Fact>
          )}
          {shell.data?.isSandboxed === false && (
            <Fact name={t("settings.sandbox")}>{t("settings.sandboxOff")}</Fact>
          )}
          <Fact name={t("settings.licence")}>
            <bdi dir="ltr">MIT</bdi>
          </Fact>
          <Fact name={t("settings.countries")}>
            <a href="https://db-ip.com" target="_blank" rel="noreferrer">
              <bdi dir="ltr">IP Geolocation by DB-IP</bdi>
            </a>
          </Fact>
        </FactList>
      </SettingGroup>
      {window.waypost !== undefined && <NewVersion shell={window.waypost} />}
      <Licences />
    </>
  );
}

/** What is shipped with the program, and on which terms: made with the build, loaded when asked for. */
function Licences() {
  const { t, format } = useI18n();
  const [typed, setTyped] = useState("");
  const licences = useQuery({
    queryKey: ["licences"],
    queryFn: async () => (await import("virtual:licences")).default,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (licences.isError || licences.data === undefined) return <Pending of={licences} />;
  const { packages, texts } = licences.data;
  const search = typed.trim().toLowerCase();
  const found = packages.filter(({ name, licence }) =>
    `${name} ${licence}`.toLowerCase().includes(search),
  );
  return (
    <SettingGroup
      title={t("settings.licences")}
      text={t("settings.licencesText", format.counted(packages.length))}
    >
      <TextInput
        type="search"
        aria-label={t("settings.licencesSearch")}
        placeholder={t("settings.licencesSearch")}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.licences} data-testid="licences">
        {found.map(({ name, version, licence, text }) => (
          <details key={`${name}@${version}`}>
            <summary dir="ltr">
              <span>
                {name} <span className="soft">{version}</span>
              </span>
              <span className="soft">{licence}</span>
            </summary>
            <pre className="printed" dir="ltr" tabIndex={0}>
              {texts[text] ?? licence}
            </pre>
          </details>
        ))}
        {found.length === 0 && <p>{t("settings.licencesNone", { search: typed.trim() })}</p>}
      </div>
    </SettingGroup>
  );
}
