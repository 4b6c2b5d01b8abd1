import { Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { settingsIn } from "../../../../contract/server/settingsTable.ts";
import { Address } from "../../../ui/address/Address.tsx";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import classes from "../Settings.module.css";
import { useReach } from "./reach.ts";

export function PortsSection() {
  const { t } = useTranslation();
  return (
    <>
      <OpenPorts />
      <SettingGroup title={t("settings.places.ports.title")} names={settingsIn("ports")} />
    </>
  );
}

/** The ports that are open now, where each is, and who can come to it. */
function OpenPorts() {
  const { t } = useTranslation();
  const { data } = useReach();
  if (data === undefined) return null;
  return (
    <SettingGroup title={t("settings.doors")}>
      <Stack component="ul" gap={16}>
        {data.doors.map(({ name, addresses, reach: who }) => (
          <li key={name} className={classes.setting}>
            <div>
              <strong>{t(`settings.door.${name}`)}</strong>
              <Text size="xs" c="dimmed">
                {t(`settings.doorServes.${name}`)}
              </Text>
            </div>
            <div>
              <Text
                size="xs"
                {...(who === "network" ? { c: "var(--caution)", fw: 600 } : { c: "dimmed" })}
              >
                {t(`settings.doorReach.${who}`)}
              </Text>
              {addresses.map((address) => (
                <Group key={address} gap={8} wrap="nowrap">
                  <Address of={address} />
                  <CopyButton text={address} label={t("common.copyNamed", { name: address })} />
                </Group>
              ))}
            </div>
          </li>
        ))}
      </Stack>
    </SettingGroup>
  );
}
