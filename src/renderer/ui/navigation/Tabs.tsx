import { Link } from "react-router";
import classes from "./navigation.module.css";

interface Tab {
  readonly to: string;
  readonly name: string;
  readonly isCurrent: boolean;
}

/** Places beside each other: links, because each has an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, name, isCurrent }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab ?? ""}
          aria-current={isCurrent ? "page" : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
