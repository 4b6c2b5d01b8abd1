import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Reach } from "../../../contract/server/reach.ts";
import type { ServiceState } from "../../../contract/server/service.ts";
import { SleepNote } from "../edge/SleepNote.tsx";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../app/client/queries.ts";
import { checkReach, useReach } from "../settings/sections/reach.ts";
import { Address } from "../../ui/address/Address.tsx";
import { ReachDot } from "../../ui/address/AddressReach.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { reachText } from "../../ui/address/reachText.ts";
import classes from "./HomeScreen.module.css";
import { useBusy } from "../../ui/messages/useBusy.ts";

type Followers =
  | "onlyHere"
  | "openLocal"
  | "reachable"
  | "inside"
  | "unproved"
  | "silent"
  | "dark"
  | "closedPublic";

/** Who can follow links right now: everyone only after that was measured. */
export function followersOf(
  { publicUrl }: Pick<ServiceState, "publicUrl">,
  { state, inside }: Pick<Reach, "state" | "inside">,
): Followers {
  const isClosed = publicUrl === null;
  switch (state) {
    case "dark":
      return "dark";
    case "local":
      return isClosed ? "onlyHere" : "openLocal";
    case "unproved":
      return "unproved";
    case "answering":
      return inside ? "inside" : "reachable";
    case "silent":
      return isClosed ? "closedPublic" : "silent";
  }
}

/** What is reachable from outside right now. */
export function Doors({ service }: { readonly service: ServiceState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useMinute();
  const reach = useReach().data;
  const { isBusy, during } = useBusy();
  const check = () => during(() => checkReach());
  const followers = reach && followersOf(service, reach);
  return (
    <section className={classes.panel}>
      <div className={classes.panelHead}>
        <h2>{t("doors.title")}</h2>
        {reach !== undefined && reach.state !== "local" && (
          <Button size="compact-xs" loading={isBusy || reach.checking} onClick={() => void check()}>
            {t("reach.check")}
          </Button>
        )}
      </div>
      <div className={classes.padded}>
        {reach !== undefined && followers !== undefined && (
          <>
            <p className={classes.state}>
              <ReachDot state={reach.state} />
              <strong>{t(`doors.${followers}`)}</strong>
            </p>
            {followers === "reachable" && (
              <p className="soft">{reachText(reach, now, t, format)}</p>
            )}
            <p className="soft">
              {t(`doors.${followers}Text`)}{" "}
              {reach.problem !== null && <Link to="/settings/sharing">{t("doors.why")}</Link>}
              {reach.state === "local" && <Link to="/public">{t("local.goPublic")}</Link>}
            </p>
          </>
        )}
        <dl className={classes.addresses}>
          <AddressRow name="shortBase" address={service.shortBase} />
          {service.publicUrl !== null && <AddressRow name="public" address={service.publicUrl} />}
          <AddressRow name="service" address={service.baseUrl} />
        </dl>
        <SleepNote />
      </div>
    </section>
  );
}

function AddressRow({
  name,
  address,
}: {
  readonly name: "shortBase" | "public" | "service";
  readonly address: string;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <dt>{t(`doors.${name}`)}</dt>
      <dd>
        <Address of={address} />
        <CopyButton text={address} label={t(`doors.copy.${name}`)} />
      </dd>
    </div>
  );
}
