import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useDomains } from "../../app/client/namedRecords.ts";

/** Nothing to choose where there is only the service's own. */
export function DomainSelect({
  label,
  value,
  choose,
}: {
  readonly label: string;
  readonly value: string | null;
  readonly choose: (domain: string | null) => void;
}) {
  const { t } = useTranslation();
  const domains = useDomains().data ?? [];
  if (domains.length === 0) return null;
  return (
    <NativeSelect
      label={label}
      value={value ?? ""}
      onChange={(event) => choose(event.currentTarget.value || null)}
    >
      <option value="">{t("edit.ownAddress")}</option>
      {domains.map(({ id, domain }) => (
        <option key={id} value={domain} dir="ltr">
          {domain}
        </option>
      ))}
    </NativeSelect>
  );
}
