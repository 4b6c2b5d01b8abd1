import { ActionIcon, Tooltip } from "@mantine/core";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import { Link } from "react-router";

/** Leads to another screen of the window, by a sign alone. */
export function PlaceButton({
  to,
  label,
  named,
  Icon,
}: {
  readonly to: string;
  readonly label: string;
  /** The same with what it is about. */
  readonly named: string;
  readonly Icon: OutlineIcon;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to={to} aria-label={named}>
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}

/** Opens an address in a tab of its own. */
export function OpenButton({
  href,
  label,
  named,
  Icon,
}: {
  readonly href: string;
  readonly label: string;
  readonly named: string;
  readonly Icon: OutlineIcon;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon component="a" href={href} target="_blank" rel="noreferrer" aria-label={named}>
        <Icon size={16} className="mirrored" aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
