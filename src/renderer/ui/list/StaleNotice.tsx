import { useTranslation } from "react-i18next";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import type { Staleness } from "./useListQuery.ts";
import classes from "./RecordList.module.css";

/** What changed while the rows stayed where they are, and the way to see it. */
export function StaleNotice({
  stale,
  show,
}: {
  readonly stale: Staleness;
  readonly show: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { added, isMoved } = stale;
  const count = Math.abs(added);
  const formatted = format.number(count);
  const said = [
    ...(added > 0 ? [t("list.added", { count, formatted })] : []),
    ...(added < 0 ? [t("list.gone", { count, formatted })] : []),
    ...(isMoved || added === 0 ? [t("list.moved")] : []),
  ];
  return (
    <div role="status" className={classes.place}>
      <button type="button" className={classes.pill} onClick={show}>
        {said.join(" · ")} · <strong>{t("list.show")}</strong>
      </button>
    </div>
  );
}
