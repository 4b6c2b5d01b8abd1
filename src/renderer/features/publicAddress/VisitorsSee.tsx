import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useEdge } from "../edge/edge.ts";
import { SleepNote } from "../edge/SleepNote.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { candidateOf, canGoDark, seenFromOutside, type StepPart } from "./steps.ts";
import { goDark } from "./publicAddress.ts";
import classes from "./PublicAddressScreen.module.css";
import { useBusy } from "../../ui/messages/useBusy.ts";

/** Beside every step: what somebody outside meets right now, and the switch that ends it at once. */
export function VisitorsSee({ door, tunnel }: Pick<StepPart, "door" | "tunnel">) {
  const { t } = useTranslation();
  const edge = useEdge().data;
  const { isBusy, during } = useBusy();
  const seen = seenFromOutside(door, tunnel);
  const address = candidateOf(door, tunnel) ?? door.address;
  const turn = (dark: boolean) => during(() => goDark(dark));
  return (
    <aside className={classes.side} aria-label={t("public.seen.title")}>
      <h2>{t("public.seen.title")}</h2>
      <div className={classes.browser} data-seen={seen}>
        <bdi dir="ltr" className={classes.bar}>
          {readableAddress(address)}
        </bdi>
        <div className={classes.seen}>
          <strong>{t(`public.seen.${seen}.title`)}</strong>
          <span>{t(`public.seen.${seen}.text`)}</span>
        </div>
      </div>
      {(canGoDark(door, tunnel) || edge?.printed === true) && (
        <Switch
          checked={door.dark}
          disabled={isBusy}
          label={t("public.dark")}
          description={t("public.darkText")}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
      )}
      <SleepNote />
    </aside>
  );
}
