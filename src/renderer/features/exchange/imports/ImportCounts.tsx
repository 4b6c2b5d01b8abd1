import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { Count } from "../../../ui/navigation/Count.tsx";
import classes from "../Exchange.module.css";

/** How many rows come, and what becomes of the others: the first always, the others where there are any. */
export function ImportCounts({
  counts,
}: {
  readonly counts: readonly { name: string; label: string; count: number }[];
}) {
  const format = useFormat();
  return (
    <dl className={classes.counts}>
      {counts
        .filter(({ count }, place) => place === 0 || count > 0)
        .map(({ name, label, count }) => (
          <div key={name} data-kind={name}>
            <dt>{label}</dt>
            <dd data-testid={name}>
              <Count value={count} text={format.number(count)} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
