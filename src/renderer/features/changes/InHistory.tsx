import { t } from "i18next";

/** From a message, which stands outside the router: where its change is later. */
export function InHistory({ set }: { readonly set: number }) {
  return <a href={`#/history/${set}`}>{t("jobs.inHistory")}</a>;
}
