import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../../../../contract/jobResults.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { Count } from "../../../ui/navigation/Count.tsx";
import classes from "../Exchange.module.css";

const counts = ["valid", "conflicts", "invalid", "skipped", "unchanged", "clicks"] as const;

/** How many rows come, and what becomes of the others. */
export function ImportCounts({ preview }: { readonly preview: ImportPreview }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className={classes.counts}>
      {counts
        .filter((name) => name === "valid" || preview[name] > 0)
        .map((name) => (
          <div key={name} data-kind={name}>
            <dt>{t(`import.counts.${name}`)}</dt>
            <dd data-testid={name}>
              <Count value={preview[name]} text={format.number(preview[name])} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
