import {
  Popover,
  SegmentedControl,
  type SegmentedControlItem,
  Stack,
  Text,
  useMantineColorScheme,
} from "@mantine/core";
import { type ComponentType, useState } from "react";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { inLanguage } from "../../i18n/preferences.ts";
import { useTranslation } from "react-i18next";

interface TargetProps {
  readonly onClick: () => void;
}

function Choice<Value extends string>({
  label,
  value,
  options,
  choose,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: SegmentedControlItem<Value>[];
  readonly choose: (value: Value) => void;
}) {
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        value={value}
        data={options}
        onChange={choose}
      />
    </Stack>
  );
}

/** Begins open: whoever loads it has just asked for it. */
export function PreferencesPopover({ Target }: { readonly Target: ComponentType<TargetProps> }) {
  const { t } = useTranslation();
  const { preferences, choose } = usePreferences();
  const [isOpen, setOpen] = useState(true);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Popover position="top-start" width={272} trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Target onClick={() => setOpen((before) => !before)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t("nav.preferences")}>
        <Stack gap="sm">
          <Choice
            label={t("look.scheme")}
            value={colorScheme}
            options={[
              { value: "light", label: t("look.light") },
              { value: "dark", label: t("look.dark") },
              { value: "auto", label: t("look.system") },
            ]}
            choose={setColorScheme}
          />
          <Choice
            label={t("look.language")}
            value={preferences.language}
            options={[
              { value: "en", label: t("look.english") },
              { value: "fa", label: t("look.persian") },
            ]}
            choose={(language) => choose(inLanguage(preferences, language))}
          />
          <Choice
            label={t("look.digits")}
            value={preferences.digits}
            options={[
              { value: "persian", label: t("look.digitsPersian") },
              { value: "latin", label: t("look.digitsLatin") },
            ]}
            choose={(digits) => choose({ ...preferences, digits })}
          />
          <Choice
            label={t("look.calendar")}
            value={preferences.calendar}
            options={[
              { value: "jalali", label: t("look.jalali") },
              { value: "gregorian", label: t("look.gregorian") },
            ]}
            choose={(calendar) => choose({ ...preferences, calendar })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
