import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useEdge } from "../edge/edge.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../app/client/queries.ts";
import { useReach } from "../settings/sections/reach.ts";
import { Address } from "../../ui/address/Address.tsx";
import { AddressReach, ReachDot } from "../../ui/address/AddressReach.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { reachText } from "../../ui/address/reachText.ts";
import { needsDoor, type StepPart } from "./steps.ts";
import { ProofSteps } from "./ProofSteps.tsx";
import { closeDoor, openDoor, prove, switchTo } from "./publicAddress.ts";
import classes from "./PublicAddressScreen.module.css";
import { TunnelPanel } from "./TunnelPanel.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";

/** A public address that links begin with: how it is, and what can be done about it. */
export function Standing({ door, tunnel, go }: StepPart) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useMinute();
  const reach = useReach().data;
  const edge = useEdge().data;
  const { isBusy, during } = useBusy();
  const { address } = door;
  const isDoorOffered = needsDoor(door, tunnel, edge?.printed === true);
  const isChecking = isBusy || (door.proof !== null && door.proof.endedAt === null);
  return (
    <>
      <section className={classes.panel} aria-label={t("public.standing")}>
        <p className={classes.line}>
          <span className="soft">{t("doors.shortBase")}</span> <Address of={address} />
          <CopyButton text={address} label={t("common.copyNamed", { name: address })} />
        </p>
        {reach !== undefined && (
          <p role="status" className={classes.line}>
            <ReachDot state={reach.state} />
            <strong>{reachText(reach, now, t, format)}</strong>
          </p>
        )}
        <AddressReach address={address} />
        <ProofSteps door={door} address={address} />
        <div className={classes.actions}>
          <Button
            size="xs"
            loading={isChecking}
            disabled={door.dark}
            onClick={() => void during(() => prove(address))}
          >
            {t("public.proveAgain")}
          </Button>
          {isDoorOffered && !door.fixed.door && (
            <Button size="xs" onClick={() => void during(() => openDoor(""))}>
              {t("public.openDoor")}
            </Button>
          )}
        </div>
      </section>
      <TunnelPanel door={door} tunnel={tunnel} change={() => go("way")} />
      {edge?.printed === true ? (
        <p className="soft">
          {t("public.byCopy")} <Link to="/settings/edge">{t("public.toCopy")}</Link>
        </p>
      ) : (
        tunnel.way === null && <p className="soft">{t("public.byOthers")}</p>
      )}
      <details>
        <summary>{t("public.leave")}</summary>
        <div className={classes.leave}>
          <p className="soft">{t("public.leaveText")}</p>
          <div className={classes.actions}>
            {door.door !== null && (
              <Button size="xs" disabled={door.fixed.door} onClick={() => void during(closeDoor)}>
                {t("public.closeDoor")}
              </Button>
            )}
            <Button
              size="xs"
              disabled={door.fixed.address}
              onClick={() => void during(() => switchTo({ local: true }))}
            >
              {t("public.backToOwn")}
            </Button>
          </div>
          {(door.fixed.address || door.fixed.door) && <p className="soft">{t("public.fixed")}</p>}
        </div>
      </details>
    </>
  );
}
