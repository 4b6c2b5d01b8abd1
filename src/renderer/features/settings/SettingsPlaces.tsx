import { Stack, Text } from "@mantine/core";
import IconChevronRight from "@iconify-json/tabler/icons/chevron-right";
import { Link } from "react-router";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import classes from "./Settings.module.css";

interface SettingsPlace {
  readonly to: string;
  readonly Icon: OutlineIcon;
  readonly title: string;
  readonly text: string;
}

/** Screens that a section leads to, each with what it is for. */
export function SettingsPlaces({ places }: { readonly places: readonly SettingsPlace[] }) {
  return (
    <Stack component="ul" gap={2} mx={-12}>
      {places.map(({ to, Icon, title, text }) => (
        <li key={to}>
          <Link to={to} className={classes.onwardPlace ?? ""}>
            <Icon size={20} stroke={1.5} aria-hidden="true" />
            <span>
              <strong>{title}</strong>
              <Text span size="xs" c="dimmed">
                {text}
              </Text>
            </span>
            <IconChevronRight size={16} className="mirrored" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </Stack>
  );
}
