import { Button, Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Bridge, UpdateAsk, UpdateState } from "../../../../main/bridge/bridge.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import progress from "../../jobs/Jobs.module.css";
import { showFailure } from "../../../ui/messages/toasts.tsx";
import { SettingGroup } from "../SettingGroup.tsx";

const queryKey = ["update"];

/** What can be asked for next, by what stands. */
const next: Partial<Record<UpdateState["step"], "look" | "fetch" | "install">> = {
  idle: "look",
  current: "look",
  "not looked": "look",
  available: "fetch",
  "not fetched": "fetch",
  ready: "install",
};

/** New versions are told and asked about: nothing is fetched or installed by itself. */
export function NewVersion({ shell }: { readonly shell: Bridge }) {
  const queries = useQueryClient();
  const update = useQuery({
    queryKey,
    queryFn: () => shell.update("state"),
    refetchInterval: ({ state }) => (state.data?.step === "fetching" ? 500 : false),
  });
  if (update.data?.canLook !== true) return null;
  const ask = (what: UpdateAsk) => {
    shell.update(what).then((state) => queries.setQueryData(queryKey, state), showFailure);
  };
  return <Panel state={update.data} ask={ask} />;
}

function Panel({
  state,
  ask,
}: {
  readonly state: UpdateState;
  readonly ask: (what: UpdateAsk) => void;
}) {
  const { t, format } = useI18n();
  const { step, version, percent, isDaily } = state;
  const offered = next[step];
  return (
    <SettingGroup
      title={t("settings.update.title")}
      text={t("settings.update.unsigned")}
      side={
        offered !== undefined && (
          <Button
            size="xs"
            variant={offered === "look" ? "default" : "filled"}
            onClick={() => ask(offered)}
          >
            {t(`settings.update.${offered}`)}
          </Button>
        )
      }
    >
      <div role="status">
        <p>{t(`settings.update.said.${step}`, { version: version ?? "" })}</p>
        {step === "fetching" && (
          <progress
            className={progress.bar}
            max={100}
            value={percent ?? 0}
            aria-label={t("settings.update.said.fetching", { version: version ?? "" })}
            aria-valuetext={format.share((percent ?? 0) / 100)}
          />
        )}
      </div>
      <Switch
        label={t("settings.update.daily")}
        description={t("settings.update.dailyText")}
        checked={isDaily}
        onChange={(event) => ask(event.currentTarget.checked ? "daily" : "never")}
      />
    </SettingGroup>
  );
}
