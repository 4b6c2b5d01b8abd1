import { useState } from "react";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { SettingGroup } from "../settings/SettingGroup.tsx";
import { SettingRow } from "../settings/SettingRow.tsx";
import { useSettings } from "../settings/settings.ts";
import { ConnectAssistant } from "./ConnectAssistant.tsx";
import { lastOf, useKeys } from "./automation.ts";
import { MadeKey, NewKeyForm, type ShownKey } from "./NewKeyForm.tsx";
import { PendingChanges } from "./PendingChanges.tsx";
import { SurfaceFacts } from "./SurfaceFacts.tsx";

const setting = "automation.assistants";

/** Stands for a key that is no longer shown. */
const anyKey = "YOUR_KEY";

/** Assistants: their switch, their keys, how they connect, and what they ask for. */
export function AssistantsSection() {
  const { t } = useI18n();
  const keys = useKeys();
  const isOn = useSettings().data?.find(({ key }) => key === setting)?.value === true;
  const [made, setMade] = useState<ShownKey | null>(null);
  const own = (keys.data ?? []).filter(({ scope }) => scope === "assistant");
  return (
    <SettingGroup title={t("automation.assistants.title")} text={t("automation.assistants.text")}>
      <SettingRow name={setting} />
      {own.length > 0 && <SurfaceFacts {...lastOf(own)} />}
      <PendingChanges />
      {isOn && (
        <>
          {made !== null && <MadeKey made={made} close={() => setMade(null)} />}
          <NewKeyForm scopes={["assistant"]} show={setMade} />
          <ConnectAssistant apiKey={made?.key ?? anyKey} />
        </>
      )}
    </SettingGroup>
  );
}
