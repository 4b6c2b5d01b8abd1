import { Group } from "@mantine/core";
import IconDeviceDesktop from "@iconify-json/tabler/icons/device-desktop";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import { useTranslation } from "react-i18next";
import { isLocalAddress } from "./readableAddress.ts";
import { isTemporaryAddress } from "./temporary.ts";
import classes from "./Address.module.css";
import type { Reach } from "../../../contract/server/reach.ts";

/** Beside an address that nobody else can open, or not for long: that it is so, and the way out. */
export function AddressReach({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  const isLocal = isLocalAddress(address);
  if (!isLocal && !isTemporaryAddress(address)) return null;
  const Sign = isLocal ? IconDeviceDesktop : IconHourglass;
  return (
    <Group
      component="p"
      gap={6}
      align="baseline"
      wrap="nowrap"
      mt={4}
      c="var(--caution)"
      fz={13}
      lh="18px"
    >
      <Sign size={14} aria-hidden="true" className={classes.sign} />
      <span>
        {t(isLocal ? "local.only" : "local.temporary")}{" "}
        <a href="#/public">{t(isLocal ? "local.goPublic" : "local.goLasting")}</a>
      </span>
    </Group>
  );
}

/** The state of the public address as a sign; its words stand beside it. */
export function ReachDot({ state }: { readonly state: Reach["state"] }) {
  return <span className={classes.dot} data-state={state} aria-hidden="true" />;
}
