import { Button, Group } from "@mantine/core";
import { Link } from "react-router";
import { SleepNote } from "../../edge/SleepNote.tsx";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { useMinute, useService } from "../../../app/client/queries.ts";
import { Address } from "../../../ui/address/Address.tsx";
import { CopyButton } from "../../../ui/address/CopyButton.tsx";
import { QueryFailure } from "../../../ui/messages/FailureNotice.tsx";
import { ReachDot } from "../../../ui/address/AddressReach.tsx";
import { reachText } from "../../../ui/address/reachText.ts";
import { SettingGroup } from "../SettingGroup.tsx";
import { checkReach, useReach } from "./reach.ts";
import { useBusy } from "../../../ui/messages/useBusy.ts";
import { Fact, FactList } from "../../../ui/FactList.tsx";

/** What is reachable from outside right now, as it was measured, and the way to measure it anew. */
export function ReachPanel() {
  const { t, format } = useI18n();
  const now = useMinute();
  const reach = useReach();
  const service = useService();
  const { isBusy, during } = useBusy();
  if (reach.isError && reach.data === undefined) return <QueryFailure of={reach} />;
  if (reach.data === undefined) return null;
  const { state, address, provedAt, checkedAt, problem, inside, checking } = reach.data;

  const check = () => during(() => checkReach());
  const isChecking = isBusy || checking;
  return (
    <SettingGroup
      title={t("settings.reachTitle")}
      side={
        state === "local" ? (
          <Link to="/public">{t("local.goPublic")}</Link>
        ) : (
          <Button size="xs" loading={isChecking} onClick={() => void check()}>
            {t("reach.check")}
          </Button>
        )
      }
    >
      <Group role="status" gap={8}>
        <ReachDot state={state} />
        <strong>{reachText(reach.data, now, t, format)}</strong>
      </Group>
      <p className="soft">
        {state === "reachable" && inside ? t("reach.insideText") : t(`reach.text.${state}`)}
      </p>
      {problem !== null && (
        <p>
          {t(`reach.problem.${problem.code}`, { status: problem.status ?? 0 })}{" "}
          <Link to="/public">{t("settings.howPublic")}</Link>
        </p>
      )}
      <FactList>
        <Fact name={t("doors.shortBase")}>
          <Group gap={8} wrap="nowrap">
            <Address of={address} />
            <CopyButton text={address} label={t("common.copyNamed", { name: address })} />
          </Group>
        </Fact>
        {provedAt !== null && <Fact name={t("reach.provedAt")}>{format.moment(provedAt)}</Fact>}
        {checkedAt !== null && checkedAt !== provedAt && (
          <Fact name={t("reach.checkedAt")}>{format.moment(checkedAt)}</Fact>
        )}
        <Fact name={t("settings.publicDoor")}>
          {service.data?.publicUrl == null ? (
            t("settings.closed")
          ) : (
            <Address of={service.data.publicUrl} />
          )}
        </Fact>
      </FactList>
      {state !== "local" && (
        <p className="soft">
          <Link to="/public">{t("public.changeWay")}</Link>
        </p>
      )}
      <SleepNote />
    </SettingGroup>
  );
}
