import { Link } from "react-router";
import classes from "./navigation.module.css";

interface Tab {
  readonly to: string;
  readonly name: string;
  readonly isCurrent: boolean;
  /** How much of it waits. */
  readonly waiting?: { readonly shown: string; readonly label: string };
}

/** Places beside each other: links, because each has an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, name, isCurrent, waiting }) => (
        <Link
          key={to}
          to={to}
          className={classes.tab ?? ""}
          aria-current={isCurrent ? "page" : undefined}
        >
          {name}
          {waiting !== undefined && (
            <>
              <span className={classes.waiting} aria-hidden="true">
                {waiting.shown}
              </span>
              <span className="visuallyHidden"> · {waiting.label}</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
