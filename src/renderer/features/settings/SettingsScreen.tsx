import { Stack, Button } from "@mantine/core";
import IconCode from "@iconify-json/tabler/icons/code";
import IconDatabase from "@iconify-json/tabler/icons/database";
import IconInfoCircle from "@iconify-json/tabler/icons/info-circle";
import IconLink from "@iconify-json/tabler/icons/link";
import IconSettings from "@iconify-json/tabler/icons/settings";
import IconShieldLock from "@iconify-json/tabler/icons/shield-lock";
import IconWorld from "@iconify-json/tabler/icons/world";
import { type ComponentType, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useParams } from "react-router";
import {
  type SectionName,
  sectionNames,
  settingsIn,
} from "../../../contract/server/settingsTable.ts";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { BackLink } from "../../ui/navigation/BackLink.tsx";
import { EdgeSection } from "../edge/EdgeSection.tsx";
import { AboutSection } from "./sections/AboutSection.tsx";
import { DataSection } from "./sections/DataSection.tsx";
import { GeneralSection } from "./sections/GeneralSection.tsx";
import { PortsSection } from "./sections/PortsSection.tsx";
import { PrivacySection } from "./sections/PrivacySection.tsx";
import { ScriptsSection } from "./sections/ScriptsSection.tsx";
import { SharingSection } from "./sections/SharingSection.tsx";
import { SettingGroup } from "./SettingGroup.tsx";
import { useSettings } from "./settings.ts";
import classes from "./Settings.module.css";
import IconRefresh from "@iconify-json/tabler/icons/refresh";
import type { Setting } from "../../../contract/server/settings.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { Notice } from "../../ui/messages/Notice.tsx";

const startCommand = "npm start";

/** What waits for the next start, and how to come there. */
function RestartNotice({ settings }: { readonly settings: readonly Setting[] }) {
  const { t, format } = useI18n();
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
      <strong>{t("settings.waiting", format.counted(count))}</strong>
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

interface Section {
  readonly Icon: OutlineIcon;
  readonly Section: ComponentType;
}

const sections: Readonly<Record<SectionName, Section>> = {
  general: { Icon: IconSettings, Section: GeneralSection },
  links: { Icon: IconLink, Section: LinksSection },
  sharing: { Icon: IconWorld, Section: SharingSection },
  privacy: { Icon: IconShieldLock, Section: PrivacySection },
  data: { Icon: IconDatabase, Section: DataSection },
  scripts: { Icon: IconCode, Section: ScriptsSection },
  about: { Icon: IconInfoCircle, Section: AboutSection },
};

/** Pages that a section leads to. */
const pages = {
  edge: { section: "sharing", Section: EdgeSection },
  ports: { section: "sharing", Section: PortsSection },
} as const;

function isPage(name: string): name is keyof typeof pages {
  return Object.hasOwn(pages, name);
}

/** Where sections stood under earlier names. */
const formerSections: Readonly<Record<string, SectionName>> = {
  you: "general",
  look: "general",
  desktop: "general",
  key: "scripts",
  public: "sharing",
};

export function SettingsScreen() {
  const { t } = useTranslation();
  const { section: name = "" } = useParams();
  const settings = useSettings();
  const page = isPage(name) ? pages[name] : null;
  const current = page?.section ?? sectionNames.find((one) => one === name);
  const rail = useRef<HTMLElement>(null);
  // In a narrow window the sections stand in one line, and the one that is open may lie beyond its end.
  useEffect(() => {
    const line = rail.current;
    if (line === null) return;
    const resized = new ResizeObserver(() =>
      line
        .querySelector(`[href$="/settings/${current}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "center" }),
    );
    resized.observe(line);
    return () => resized.disconnect();
  }, [current]);
  if (current === undefined)
    return <Navigate key={name} to={`/settings/${formerSections[name] ?? "general"}`} replace />;
  const { Section } = page ?? sections[current];
  return (
    <>
      <h1>{t("settings.title")}</h1>
      <div className={classes.layout}>
        <nav ref={rail} aria-label={t("settings.title")} className={classes.places}>
          {sectionNames.map((one) => {
            const { Icon } = sections[one];
            return (
              <Link
                key={one}
                to={`/settings/${one}`}
                className={classes.place ?? ""}
                aria-current={one === current ? (page === null ? "page" : "true") : undefined}
              >
                <Icon size={16} stroke={1.75} aria-hidden="true" />
                {t(`sections.${one}`)}
              </Link>
            );
          })}
        </nav>
        <Stack className={classes.body} gap={40} miw={0} key={name}>
          <RestartNotice settings={settings.data ?? []} />
          {settings.isError && <QueryFailure of={settings} />}
          {page === null ? (
            <h2 className="visuallyHidden">{t(`sections.${current}`)}</h2>
          ) : (
            <BackLink to={`/settings/${current}`}>{t(`sections.${current}`)}</BackLink>
          )}
          <Section />
        </Stack>
      </div>
    </>
  );
}

function LinksSection() {
  const { t } = useTranslation();
  return (
    <SettingGroup
      title={t("settings.newLinks")}
      text={t("settings.newLinksText")}
      names={settingsIn("links")}
    />
  );
}
