import { IconDeviceDesktop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isLocalAddress } from "../readableAddress.ts";
import classes from "./LocalOnly.module.css";

/** Beside an address that nobody else can open: that it is so, and the way out. */
export function LocalOnly({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  if (!isLocalAddress(address)) return null;
  return (
    <p className={classes.note}>
      <IconDeviceDesktop size={14} aria-hidden="true" className={classes.sign} />
      <span>
        {t("local.only")} <a href="#/public">{t("local.goPublic")}</a>
      </span>
    </p>
  );
}
