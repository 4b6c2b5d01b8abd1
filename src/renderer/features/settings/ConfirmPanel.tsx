import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { ConfirmAsk } from "./ConfirmAsk.tsx";
import classes from "./Settings.module.css";

/** Something that can't be taken back: what it does, and a second press. */
export function ConfirmPanel({
  title,
  text,
  ask,
  action,
  isBusy,
  run,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** What breaks, said before the second press. */
  readonly ask: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly run: () => Promise<void>;
  readonly children?: ReactNode;
}) {
  const heading = useId();
  const [isConfirming, setConfirming] = useState(false);
  const confirmed = async () => {
    await run();
    setConfirming(false);
  };
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p className="soft">{text}</p>
      {children}
      {isConfirming ? (
        <ConfirmAsk
          ask={ask}
          action={action}
          isBusy={isBusy}
          confirm={() => void confirmed()}
          cancel={() => setConfirming(false)}
        />
      ) : (
        <div className={classes.actions}>
          <Button onClick={() => setConfirming(true)}>{action}</Button>
        </div>
      )}
    </section>
  );
}
