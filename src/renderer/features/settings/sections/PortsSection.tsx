import { SettingGroup } from "../SettingGroup.tsx";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Address } from "../../../ui/address/Address.tsx";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { useReach } from "./reach.ts";
import classes from "../Settings.module.css";

export function PortsSection() {
  const { t } = useTranslation();
  return (
    <>
      <Doors />
      <SettingGroup title={t("settings.sections.ports")} names={settingsIn("ports")} />
    </>
  );
}

/** The doors that are open now, where each is, and who can come to it. */
function Doors() {
  const { t } = useTranslation();
  const heading = useId();
  const reach = useReach();
  if (reach.data === undefined) return null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{t("settings.doors")}</h2>
      <ul className={classes.doors}>
        {reach.data.doors.map(({ name, addresses, reach: who }) => (
          <li key={name}>
            <strong>{t(`settings.door.${name}`)}</strong>
            <span className={who === "network" ? classes.network : "soft"}>
              {t(`settings.doorReach.${who}`)}
            </span>
            <span>
              {addresses.map((address) => (
                <span key={address} className={classes.copied}>
                  <Address of={address} />
                  <CopyButton text={address} label={t("common.copyNamed", { name: address })} />
                </span>
              ))}
            </span>
            <span className="soft">{t(`settings.doorServes.${name}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
