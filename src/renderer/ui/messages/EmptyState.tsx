import type { ReactNode } from "react";
import classes from "./Notice.module.css";
import { Mark } from "../../app/frame/Mark.tsx";

/** One sentence that teaches, one thing to do. */
export function EmptyState({
  title,
  text,
  action,
  isScreen = false,
}: {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
  /** Whether it is all that the screen has to say. */
  readonly isScreen?: boolean;
}) {
  return (
    <div className={classes.empty}>
      <Mark size={40} />
      {isScreen ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p className="soft">{text}</p>
      {action}
    </div>
  );
}
