import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { inLanguage, type Preferences, preferencesFor } from "../../../i18n/preferences.ts";
import { SettingGroup } from "../SettingGroup.tsx";
import { SettingFrame } from "../SettingRow.tsx";

/** What is chosen by itself, and has its usual value from the language. */
type Own = "density" | "digits" | "calendar" | "weekStart";

/** What this window alone keeps: how it looks and how it writes. */
export function AppearanceSettings() {
  const { t } = useTranslation();
  const { preferences, choose } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const usual = preferencesFor(preferences.language);
  const preference = <Name extends Own>(name: Name) => ({
    name,
    value: preferences[name],
    usual: usual[name],
    choose: (value: Preferences[Name]) => choose({ ...preferences, [name]: value }),
  });
  return (
    <>
      <SettingGroup title={t("settings.appearance")}>
        <Choice
          name="scheme"
          value={colorScheme}
          usual="auto"
          options={[
            { value: "light", label: t("look.light") },
            { value: "dark", label: t("look.dark") },
            { value: "auto", label: t("look.system") },
          ]}
          choose={setColorScheme}
        />
        <Choice
          {...preference("density")}
          options={[
            { value: "comfortable", label: t("settings.comfortable") },
            { value: "compact", label: t("settings.compact") },
          ]}
        />
      </SettingGroup>
      <SettingGroup title={t("settings.language")}>
        <Choice
          name="language"
          value={preferences.language}
          usual={navigator.language.startsWith("fa") ? "fa" : "en"}
          options={[
            { value: "en", label: t("look.english") },
            { value: "fa", label: t("look.persian") },
          ]}
          choose={(language) => choose(inLanguage(preferences, language))}
        />
        <Choice
          {...preference("digits")}
          options={[
            { value: "latin", label: t("look.digitsLatin") },
            { value: "persian", label: t("look.digitsPersian") },
          ]}
        />
        <Choice
          {...preference("calendar")}
          options={[
            { value: "gregorian", label: t("look.gregorian") },
            { value: "jalali", label: t("look.jalali") },
          ]}
        />
        <Choice
          {...preference("weekStart")}
          options={[
            { value: "saturday", label: t("settings.days.saturday") },
            { value: "sunday", label: t("settings.days.sunday") },
            { value: "monday", label: t("settings.days.monday") },
          ]}
        />
      </SettingGroup>
    </>
  );
}

function Choice<Value extends string>({
  name,
  value,
  usual,
  options,
  choose,
}: {
  readonly name: Own | "scheme" | "language";
  readonly value: Value;
  /** What it is until somebody chooses. */
  readonly usual: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly choose: (value: Value) => void;
}) {
  const { t } = useTranslation();
  const title = t(`settings.look.${name}.title`);
  const usualName = options.find((option) => option.value === usual)?.label ?? "";
  return (
    <SettingFrame
      title={title}
      about={t(`settings.look.${name}.about`)}
      changed={value === usual ? null : { origin: t("settings.origin.window"), usual: usualName }}
      reset={() => choose(usual)}
    >
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={title}
        value={value}
        data={[...options]}
        onChange={choose}
      />
    </SettingFrame>
  );
}
