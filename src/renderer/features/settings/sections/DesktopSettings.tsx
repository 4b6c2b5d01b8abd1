import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { QueryFailure } from "../../../ui/messages/FailureNotice.tsx";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingFrame } from "../SettingRow.tsx";
import { Command, ShortcutSetting } from "./ShortcutSetting.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Desktop, DesktopChange } from "../../../../main/bridge/bridge.ts";
import { showFailure } from "../../../ui/messages/toasts.tsx";

/** Opens the bar on the page that is read; it makes nothing by itself. */
const bookmarklet =
  "javascript:location.href='waypost://new?url='+encodeURIComponent(location.href)";

/** What is around the window: only where there is a shell. */
export function DesktopSettings() {
  const { desktop, change } = useDesktop();
  if (desktop.isError) return <QueryFailure of={desktop} />;
  if (desktop.data === undefined) return null;
  return <LoadedDesktop desktop={desktop.data} change={change} />;
}

function LoadedDesktop({
  desktop,
  change,
}: {
  readonly desktop: Desktop;
  readonly change: (next: DesktopChange) => Promise<void>;
}) {
  const { t } = useTranslation();
  const { notifications, keyStore } = desktop;
  const notified = (["scriptLinks", "publicAddress", "disk"] as const).map((name) => (
    <OnOff
      key={name}
      name={name}
      isOn={notifications[name]}
      usual={name !== "scriptLinks"}
      choose={(isOn) => change({ notifications: { [name]: isOn } })}
    />
  ));
  return (
    <>
      <SettingGroup title={t("settings.desktop.life")}>
        <OnOff
          name="startsWithSystem"
          isOn={desktop.startsWithSystem}
          usual={false}
          choose={(isOn) => change({ startsWithSystem: isOn })}
        />
        <OnOff
          name="keepsServing"
          isOn={desktop.keepsServing}
          usual={false}
          note={desktop.hasIcon ? null : t("settings.desktop.noIcon")}
          choose={(isOn) => change({ keepsServing: isOn })}
        />
      </SettingGroup>
      <SettingGroup title={t("settings.desktop.capture")}>
        {(["shorten", "bar"] as const).map((name) => (
          <ShortcutSetting
            key={name}
            name={name}
            shortcut={desktop.shortcuts[name]}
            usual={desktop.usualShortcuts[name]}
            choose={(keys) => change({ shortcuts: { [name]: keys } })}
          />
        ))}
        <Bookmarklet />
      </SettingGroup>
      <SettingGroup title={t("settings.desktop.tell")}>
        {!desktop.notifies && <p className="soft">{t("settings.desktop.noNotifications")}</p>}
        {notified}
      </SettingGroup>
      <SettingGroup title={t("settings.desktop.secrets")}>
        <p className="soft">
          {t(keyStore.isPlain ? "settings.desktop.keyStorePlain" : "settings.desktop.keyStore", {
            name: keyStore.name,
          })}
        </p>
      </SettingGroup>
    </>
  );
}

function OnOff({
  name,
  isOn,
  usual,
  note = null,
  choose,
}: {
  readonly name: "startsWithSystem" | "keepsServing" | "scriptLinks" | "publicAddress" | "disk";
  readonly isOn: boolean;
  readonly usual: boolean;
  readonly note?: string | null;
  readonly choose: (isOn: boolean) => Promise<void>;
}) {
  const { t } = useTranslation();
  const title = t(`settings.desktop.${name}.title`);
  return (
    <SettingFrame
      title={title}
      about={t(`settings.desktop.${name}.about`)}
      changed={
        isOn === usual
          ? null
          : {
              origin: t("settings.desktop.kept"),
              usual: t(usual ? "common.on" : "common.off"),
            }
      }
      reset={() => void choose(usual)}
      note={note}
    >
      <Switch
        aria-label={title}
        checked={isOn}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
    </SettingFrame>
  );
}

function Bookmarklet() {
  const { t } = useTranslation();
  const title = t("settings.desktop.bookmarklet");
  return (
    <SettingFrame title={title} about={t("settings.desktop.bookmarkletText")}>
      <Command text={bookmarklet} />
    </SettingFrame>
  );
}

const queryKey = ["desktop"];

/** The desktop around the window, as the shell tells of it. */
function useDesktop() {
  const client = useQueryClient();
  const desktop = useQuery({
    queryKey,
    queryFn: async (): Promise<Desktop | null> => (await window.waypost?.desktop()) ?? null,
  });
  return {
    desktop: { ...desktop, data: desktop.data ?? undefined },
    change: async (change: DesktopChange): Promise<void> => {
      try {
        const next = await window.waypost?.changeDesktop(change);
        client.setQueryData(queryKey, next);
      } catch (error) {
        showFailure(error);
      }
    },
  };
}
