import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ConfirmAsk } from "./ConfirmAsk.tsx";
import { SettingGroup } from "./SettingGroup.tsx";

/** Something that can't be undone: what it does, and a second press. */
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
  const [isConfirming, setConfirming] = useState(false);
  const confirmed = async () => {
    await run();
    setConfirming(false);
  };
  return (
    <SettingGroup title={title} text={text}>
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
        <div>
          <Button onClick={() => setConfirming(true)}>{action}</Button>
        </div>
      )}
    </SettingGroup>
  );
}
