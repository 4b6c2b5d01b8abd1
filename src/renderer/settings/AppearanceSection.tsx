import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePreferences } from "../i18n/PreferencesProvider.tsx";
import { inLanguage, type Preferences, preferencesFor } from "../i18n/preferences.ts";
import { SettingGroup } from "./SettingGroup.tsx";
import { SettingFrame } from "./SettingRow.tsx";

/** What this window alone keeps: how it looks and how it writes. */
export function AppearanceSection() {
  const { t } = useTranslation();
  const { preferences, choose } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const usual = preferencesFor(preferences.language);
  const set = (some: Partial<Preferences>) => choose({ ...preferences, ...some });
  return (
    <>
      <SettingGroup title={t("settings.sections.look")}>
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
          name="density"
          value={preferences.density}
          usual={usual.density}
          options={[
            { value: "comfortable", label: t("settings.comfortable") },
            { value: "compact", label: t("settings.compact") },
          ]}
          choose={(density) => set({ density })}
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
          name="digits"
          value={preferences.digits}
          usual={usual.digits}
          options={[
            { value: "latin", label: t("look.digitsLatin") },
            { value: "persian", label: t("look.digitsPersian") },
          ]}
          choose={(digits) => set({ digits })}
        />
        <Choice
          name="calendar"
          value={preferences.calendar}
          usual={usual.calendar}
          options={[
            { value: "gregorian", label: t("look.gregorian") },
            { value: "jalali", label: t("look.jalali") },
          ]}
          choose={(calendar) => set({ calendar })}
        />
        <Choice
          name="weekStart"
          value={preferences.weekStart}
          usual={usual.weekStart}
          options={[
            { value: "saturday", label: t("settings.days.saturday") },
            { value: "sunday", label: t("settings.days.sunday") },
            { value: "monday", label: t("settings.days.monday") },
          ]}
          choose={(weekStart) => set({ weekStart })}
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
  readonly name: "scheme" | "density" | "language" | "digits" | "calendar" | "weekStart";
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
      isChanged={value !== usual}
      meta={
        <>
          <span>{t("settings.default", { value: usualName })}</span>
          <span>{t("settings.origin.window")}</span>
        </>
      }
      putBack={value === usual ? null : () => choose(usual)}
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
