import { useMantineColorScheme } from "@mantine/core";
import IconAdjustments from "@iconify-json/tabler/icons/adjustments";
import IconArrowBackUp from "@iconify-json/tabler/icons/arrow-back-up";
import IconKeyboard from "@iconify-json/tabler/icons/keyboard";
import IconLanguage from "@iconify-json/tabler/icons/language";
import IconMoon from "@iconify-json/tabler/icons/moon";
import IconPlus from "@iconify-json/tabler/icons/plus";
import { useTranslation } from "react-i18next";
import {
  type SettingName,
  settingNames,
  settingRow,
} from "../../../contract/server/settingsTable.ts";
import { useEditor } from "../../features/links/editorContext.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { inLanguage, languages } from "../../i18n/preferences.ts";
import { takeBackLast } from "../../ui/messages/undo.ts";
import { type Command, offeredCommands } from "../frame/commands.ts";
import { places } from "../screens.ts";

/** A command, a screen or a setting as the palette finds it. */
export interface PaletteCommand extends Command {
  readonly also?: string;
  readonly letter?: string | null;
  readonly isScreen?: boolean;
  /** Found by typing only: there are too many to be listed. */
  readonly isHidden?: boolean;
}

const schemes = [
  ["dark", "look.dark"],
  ["light", "look.light"],
  ["auto", "look.system"],
] as const;

const languageNames = { en: "look.english", fa: "look.persian" } as const;

/** Everything that can be done anywhere: screens, what the screen offers, actions, settings. */
export function usePaletteCommands({
  goTo,
  openShortcuts,
}: {
  readonly goTo: (to: string) => void;
  readonly openShortcuts: () => void;
}): readonly PaletteCommand[] {
  const { t } = useTranslation();
  const editor = useEditor();
  const { preferences, choose } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  const also: Readonly<Record<string, string>> = t("palette.also", { returnObjects: true });
  const alsoOf = (name: string) => ({ also: also[name] ?? "" });
  const offered = offeredCommands();
  const own: readonly PaletteCommand[] = [
    {
      id: "new",
      label: t("nav.newLink"),
      Icon: IconPlus,
      run: editor.openNew,
      ...alsoOf("new"),
    },
    {
      id: "undo",
      label: t("shortcuts.undo"),
      Icon: IconArrowBackUp,
      run: () => void takeBackLast(),
      ...alsoOf("undo"),
    },
    {
      id: "shortcuts",
      label: t("nav.shortcuts"),
      Icon: IconKeyboard,
      run: openShortcuts,
      ...alsoOf("shortcuts"),
    },
    ...schemes.map(([scheme, word]) => ({
      id: `look-${scheme}`,
      label: t("palette.look", { look: t(word) }),
      Icon: IconMoon,
      run: () => setColorScheme(scheme),
      ...alsoOf("look"),
    })),
    ...languages.map((language) => ({
      id: `language-${language}`,
      label: t("palette.language", { language: t(languageNames[language]) }),
      Icon: IconLanguage,
      run: () => choose(inLanguage(preferences, language)),
      ...alsoOf("language"),
    })),
    ...settingNames.map((name) => ({
      id: `setting-${name}`,
      label: t(`settings.of.${name}.title`),
      Icon: IconAdjustments,
      run: () => goTo(placeOf(name)),
      isHidden: true,
    })),
  ];
  const screens = places.map(({ to, name, Icon, letter }) => ({
    id: to,
    label: t(`nav.${name}`),
    Icon,
    letter,
    run: () => goTo(to),
    isScreen: true,
    ...alsoOf(name),
  }));
  return [
    ...screens,
    ...offered,
    ...own.filter(({ label }) => offered.every((one) => one.label !== label)),
  ];
}

/** Where the settings show one. */
function placeOf(name: SettingName): string {
  const { group } = settingRow(name);
  return `/settings/${group === "time" || group === "pages" ? "general" : group}`;
}
