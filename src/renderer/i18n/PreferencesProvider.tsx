import { useDirection } from "@mantine/core";
import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage } from "./catalogue.ts";
import { createFormat, type Format } from "./format.ts";
import {
  directionOf,
  loadPreferences,
  type Preferences,
  savePreferences,
  switchSingleKeys,
} from "./preferences.ts";

interface Chosen {
  readonly preferences: Preferences;
  readonly format: Format;
  readonly choose: (preferences: Preferences) => void;
}

const ChosenContext = createContext<Chosen | null>(null);

export function PreferencesProvider({ children }: { readonly children: ReactNode }) {
  const [preferences, setPreferences] = useState(loadPreferences);
  const { setDirection } = useDirection();
  const { language, density, singleKeys } = preferences;

  useLayoutEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
    void changeLanguage(language);
    // Menus, tray and notifications speak as the window does.
    void window.waypost?.speak(language);
  }, [language, setDirection]);
  useLayoutEffect(() => {
    document.documentElement.dataset["density"] = density;
  }, [density]);
  useLayoutEffect(() => switchSingleKeys(singleKeys), [singleKeys]);

  const chosen = useMemo<Chosen>(
    () => ({
      preferences,
      format: createFormat(preferences),
      choose(next) {
        savePreferences(next);
        setPreferences(next);
      },
    }),
    [preferences],
  );
  return <ChosenContext value={chosen}>{children}</ChosenContext>;
}

export function usePreferences(): Chosen {
  const chosen = useContext(ChosenContext);
  if (chosen === null) throw new Error("PreferencesProvider is missing.");
  return chosen;
}

export function useFormat(): Format {
  return usePreferences().format;
}

/** The words of the reader's language, and how it writes numbers and moments. */
export function useI18n() {
  const { t } = useTranslation();
  return { t, format: useFormat() };
}
