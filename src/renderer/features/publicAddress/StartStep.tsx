import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isForTrial } from "../../../contract/fields/temporaryAddress.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { latinDigits } from "../../i18n/typedMoment.ts";
import { Address } from "../../ui/address/Address.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { candidateOf, type StepPart } from "./steps.ts";
import { closeDoor, openDoor, prove } from "./publicAddress.ts";
import classes from "./PublicAddressScreen.module.css";
import { TunnelPanel } from "./TunnelPanel.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";

/** Where the public door listens unless its owner says otherwise. */
const usualPort = "4081";

/** The public door, then the way to it: opened, started, and what it says. */
export function StartStep({ door, tunnel, go }: StepPart) {
  const { t } = useTranslation();
  const candidate = candidateOf(door, tunnel);
  return (
    <div className={classes.parts}>
      <Door door={door} />
      {(door.door !== null || tunnel.state !== "off") && (
        <TunnelPanel door={door} tunnel={tunnel} change={() => go("way")} />
      )}
      {tunnel.state === "up" && door.door !== null && (
        <div className={classes.actions}>
          <Button
            variant="filled"
            onClick={() => {
              go("prove");
              if (candidate !== null) prove(candidate).catch(showFailure);
            }}
          >
            {t("public.next.prove")}
          </Button>
          {tunnel.address !== null && isForTrial(tunnel.address, tunnel) && (
            <span className="soft">{t("public.forTrial")}</span>
          )}
        </div>
      )}
    </div>
  );
}

function Door({ door }: Pick<StepPart, "door">) {
  const { t } = useTranslation();
  const format = useFormat();
  const [port, setPort] = useState(usualPort);
  const [fault, setFault] = useState<string | null>(null);
  const { isBusy, during } = useBusy();

  async function open(event: FormEvent) {
    event.preventDefault();
    await during(
      () => openDoor(latinDigits(port.trim())),
      (error) => {
        const [first] = error instanceof ApiFailure ? error.faults : [];
        if (first === undefined) showFailure(error);
        else if (first.code === "forbidden") setFault(t("public.portForbidden"));
        else if (first.code !== "taken") setFault(t("public.mustBe.door"));
        else if (first.free === undefined) setFault(t("public.portTaken"));
        else setFault(t("public.portTakenFree", { free: format.plain(first.free) }));
      },
    );
  }

  const close = () => during(closeDoor);

  return (
    <section className={classes.panel} aria-label={t("public.door")}>
      <h3>{t("public.door")}</h3>
      <p className="soft">{t("public.doorText")}</p>
      {door.door === null ? (
        <form className={classes.opening} onSubmit={(event) => void open(event)} noValidate>
          <TextInput
            className={classes.short ?? ""}
            label={t("public.doorPort")}
            labelProps={{ dir: "auto" }}
            dir="ltr"
            inputMode="numeric"
            value={port}
            error={fault}
            disabled={door.fixed.door}
            onChange={(event) => {
              setFault(null);
              setPort(event.currentTarget.value);
            }}
          />
          <Button type="submit" variant="filled" loading={isBusy} disabled={door.fixed.door}>
            {t("public.openDoor")}
          </Button>
        </form>
      ) : (
        <>
          <p className={classes.line}>
            {t("public.doorOpen")} <Address of={door.door.address} />
            <CopyButton
              text={door.door.address}
              label={t("common.copyNamed", { name: door.door.address })}
            />
          </p>
          <div className={classes.actions}>
            <Button
              size="xs"
              loading={isBusy}
              disabled={door.fixed.door}
              onClick={() => void close()}
            >
              {t("public.closeDoor")}
            </Button>
          </div>
        </>
      )}
      {door.fixed.door && <p className="soft">{t("public.fixed")}</p>}
    </section>
  );
}
