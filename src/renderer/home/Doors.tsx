import { useTranslation } from "react-i18next";
import type { ServiceState } from "../../contract/service.ts";
import { isLocalAddress, isTemporaryAddress } from "../readableAddress.ts";
import { Address } from "../shell/Address.tsx";
import { AddressReach } from "../shell/AddressReach.tsx";
import { CopyButton } from "../shell/CopyButton.tsx";
import classes from "./Doors.module.css";
import home from "./HomeScreen.module.css";

type Reach = "onlyHere" | "openLocal" | "reachable" | "closedPublic";

export function reachOf({ publicUrl, shortBase }: ServiceState): Reach {
  const isLocal = isLocalAddress(shortBase);
  if (publicUrl === null) return isLocal ? "onlyHere" : "closedPublic";
  return isLocal ? "openLocal" : "reachable";
}

/** What is reachable from outside right now. */
export function Doors({ service }: { readonly service: ServiceState }) {
  const { t } = useTranslation();
  const reach = reachOf(service);
  return (
    <section className={home.panel}>
      <div className={home.panelHead}>
        <h2>{t("doors.title")}</h2>
      </div>
      <div className={home.padded}>
        <p className={classes.state}>
          <span className={classes.dot} data-reach={reach} aria-hidden="true" />
          <strong>{t(`doors.${reach}`)}</strong>
        </p>
        <p className="soft">{t(`doors.${reach}Text`)}</p>
        <dl className={classes.addresses}>
          <AddressRow label={t("doors.shortBase")} address={service.shortBase} />
          {isTemporaryAddress(service.shortBase) && <AddressReach address={service.shortBase} />}
          {service.publicUrl !== null && (
            <AddressRow label={t("doors.public")} address={service.publicUrl} />
          )}
          <AddressRow label={t("doors.service")} address={service.baseUrl} />
        </dl>
        <p className="soft">{t("doors.sleep")}</p>
      </div>
    </section>
  );
}

function AddressRow({ label, address }: { readonly label: string; readonly address: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>
        <Address of={address} />
        <CopyButton text={address} label={t("common.copyNamed", { name: label })} />
      </dd>
    </div>
  );
}
