import IconCloud from "@iconify-json/tabler/icons/cloud";
import IconDatabase from "@iconify-json/tabler/icons/database";
import IconDeviceDesktop from "@iconify-json/tabler/icons/device-desktop";
import IconDoor from "@iconify-json/tabler/icons/door";
import IconInfoCircle from "@iconify-json/tabler/icons/info-circle";
import IconKey from "@iconify-json/tabler/icons/key";
import IconLink from "@iconify-json/tabler/icons/link";
import IconPalette from "@iconify-json/tabler/icons/palette";
import IconShieldLock from "@iconify-json/tabler/icons/shield-lock";
import IconUser from "@iconify-json/tabler/icons/user";
import IconWorld from "@iconify-json/tabler/icons/world";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import { type ComponentType, useEffect, useRef } from "react";
import { NavLink, Navigate, useParams } from "react-router";
import { isDesktopWindow } from "../../app/client/desktop.ts";
import { EdgeSection } from "../edge/EdgeSection.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { AboutSection } from "./sections/AboutSection.tsx";
import { AppearanceSection } from "./sections/AppearanceSection.tsx";
import { DataSection } from "./sections/DataSection.tsx";
import { DesktopSection } from "./sections/DesktopSection.tsx";
import { KeySection } from "./sections/KeySection.tsx";
import { PortsSection } from "./sections/PortsSection.tsx";
import { PrivacySection } from "./sections/PrivacySection.tsx";
import { RestartNotice } from "./RestartNotice.tsx";
import {
  type SectionName,
  settingsIn,
  shownSections,
} from "../../../contract/server/settingsTable.ts";
import { useSettings } from "./settings.ts";
import classes from "./Settings.module.css";
import { YouSection } from "./sections/YouSection.tsx";
import { useTranslation } from "react-i18next";
import { ReachPanel } from "./sections/ReachPanel.tsx";
import { SettingGroup } from "./SettingGroup.tsx";

const sections: Readonly<
  Record<SectionName, { readonly Icon: OutlineIcon; readonly Section: ComponentType }>
> = {
  you: { Icon: IconUser, Section: YouSection },
  key: { Icon: IconKey, Section: KeySection },
  public: { Icon: IconWorld, Section: PublicSection },
  edge: { Icon: IconCloud, Section: EdgeSection },
  ports: { Icon: IconDoor, Section: PortsSection },
  links: { Icon: IconLink, Section: LinksSection },
  privacy: { Icon: IconShieldLock, Section: PrivacySection },
  look: { Icon: IconPalette, Section: AppearanceSection },
  data: { Icon: IconDatabase, Section: DataSection },
  desktop: { Icon: IconDeviceDesktop, Section: DesktopSection },
  about: { Icon: IconInfoCircle, Section: AboutSection },
};

/** Everything that its owner may decide, one address a section. */
export function SettingsScreen() {
  const { t } = useTranslation();
  const { section } = useParams();
  const settings = useSettings();
  const names = shownSections(isDesktopWindow());
  const name = names.find((one) => one === section);
  const rail = useRef<HTMLElement>(null);
  // In a narrow window the sections stand in one line, and the one that is open may lie beyond its end.
  useEffect(() => {
    const line = rail.current;
    if (line === null) return;
    const resized = new ResizeObserver(() =>
      line
        .querySelector(`[href$="/settings/${name}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "center" }),
    );
    resized.observe(line);
    return () => resized.disconnect();
  }, [name]);
  if (name === undefined) return <Navigate to="/settings/you" replace />;
  const { Section } = sections[name];
  return (
    <>
      <h1>{t("settings.title")}</h1>
      <RestartNotice settings={settings.data ?? []} />
      <div className={classes.layout}>
        <nav ref={rail} aria-label={t("settings.title")} className={classes.places}>
          {names.map((one) => {
            const { Icon } = sections[one];
            return (
              <NavLink key={one} to={`/settings/${one}`} className={classes.place ?? ""}>
                <Icon size={16} stroke={1.75} aria-hidden="true" />
                {t(`settings.sections.${one}`)}
              </NavLink>
            );
          })}
        </nav>
        <div className={classes.body} key={name}>
          {settings.isError && (
            <FailureNotice error={settings.error} retry={() => void settings.refetch()} />
          )}
          <h2 className="visuallyHidden">{t(`settings.sections.${name}`)}</h2>
          <Section />
        </div>
      </div>
    </>
  );
}

function LinksSection() {
  const { t } = useTranslation();
  return (
    <>
      <SettingGroup title={t("settings.newLinks")} names={settingsIn("links")} />
      <p className="soft">{t("settings.newLinksText")}</p>
    </>
  );
}

function PublicSection() {
  const { t } = useTranslation();
  return (
    <>
      <ReachPanel />
      <SettingGroup title={t("settings.howVisitorsCome")} names={settingsIn("public")} />
    </>
  );
}
