import { useTranslation } from "react-i18next";
import { SourceName } from "../exchange/SourceName.tsx";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../readableAddress.ts";
import classes from "./Records.module.css";

const timestampForm = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** A value of a record as its owner reads it. */
export function FieldValue({ value }: { readonly value: unknown }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (isEmpty(value)) return <span className="soft">{t("history.empty")}</span>;
  if (typeof value === "boolean") return t(value ? "common.on" : "common.off");
  if (typeof value === "number") return format.number(value);
  if (typeof value === "string") {
    if (timestampForm.test(value)) return format.moment(value);
    if (/^https?:\/\//.test(value))
      return (
        <bdi dir="ltr" className={classes.value}>
          {readableAddress(value)}
        </bdi>
      );
    return <bdi className={classes.value}>{value}</bdi>;
  }
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object"))
    return (
      <bdi className={classes.value}>
        {value
          .map((entry) =>
            typeof entry === "number" ? format.number(entry) : `\u2068${String(entry)}\u2069`,
          )
          .join(t("common.comma"))}
      </bdi>
    );
  if (isSource(value)) return <SourceName source={value} />;
  return (
    <code dir="ltr" className={classes.value}>
      {JSON.stringify(value)}
    </code>
  );
}

function isSource(value: unknown): value is { readonly service: string; readonly id: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "service" in value &&
    typeof value.service === "string" &&
    "id" in value &&
    typeof value.id === "string"
  );
}

export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}
