import { Checkbox, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { devices } from "../../../contract/fields/devices.ts";
import { triedVisitors } from "../../../contract/resources/tryLink.ts";
import { MomentInput } from "../../ui/inputs/MomentInput.tsx";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { isMoment } from "../../i18n/typedMoment.ts";
import { countryChoices, languageChoices } from "../links/editor/choices.ts";
import { isAddress, mine, type TriedVisitor } from "./visitor.ts";

export function TryForm({
  visitor,
  change,
  isProtected,
}: {
  readonly visitor: TriedVisitor;
  readonly change: (part: Partial<TriedVisitor>) => void;
  readonly isProtected: boolean;
}) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const { language } = preferences;
  const countries = useMemo(() => countryChoices(language), [language]);
  const languages = useMemo(() => languageChoices(language), [language]);
  const isPerson = visitor.as === "person";
  return (
    <Stack component="form" gap="sm" miw={0} onSubmit={(event) => event.preventDefault()}>
      <SegmentedControl
        fullWidth
        aria-label={t("tryVisit.as")}
        value={visitor.as}
        onChange={(as) => change({ as })}
        data={triedVisitors.map((value) => ({ value, label: t(`tryVisit.kinds.${value}`) }))}
      />
      <Select
        label={t("tryVisit.country")}
        placeholder={t("tryVisit.anyCountry")}
        data={countries}
        value={visitor.country === "" ? null : visitor.country}
        onChange={(country) => change({ country: country ?? "" })}
        searchable
        clearable
        nothingFoundMessage={t("tryVisit.none")}
      />
      {isPerson && (
        <Select
          label={t("tryVisit.device")}
          data={[
            { value: mine, label: t("tryVisit.ownBrowser") },
            ...devices.map((value) => ({ value, label: t(`devices.${value}`) })),
          ]}
          value={visitor.device}
          allowDeselect={false}
          onChange={(device) =>
            change({
              device: device ?? "desktop",
              // A browser has its languages with it.
              ...(device === mine && visitor.language === "" && { language: mine }),
            })
          }
        />
      )}
      <Select
        label={t("tryVisit.language")}
        placeholder={t("tryVisit.anyLanguage")}
        data={[{ value: mine, label: t("tryVisit.ownLanguages") }, ...languages]}
        value={visitor.language === "" ? null : visitor.language}
        onChange={(chosen) => change({ language: chosen ?? "" })}
        searchable
        clearable
        nothingFoundMessage={t("tryVisit.none")}
      />
      <MomentInput
        label={t("tryVisit.at")}
        description={t("tryVisit.atHint")}
        value={visitor.at}
        error={visitor.at === "" || isMoment(visitor.at) ? null : t("tryVisit.noMoment")}
        onChange={(at) => change({ at })}
      />
      <TextInput
        label={t("tryVisit.referrer")}
        description={t("tryVisit.referrerHint")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={visitor.referrer}
        onChange={(event) => change({ referrer: event.currentTarget.value })}
      />
      <TextInput
        label={t("tryVisit.query")}
        description={t("tryVisit.queryHint")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={visitor.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
      />
      <TextInput
        label={t("tryVisit.ip")}
        description={t("tryVisit.ipHint")}
        placeholder="203.0.113.9"
        error={visitor.ip === "" || isAddress(visitor.ip) ? null : t("tryVisit.noAddress")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={visitor.ip}
        onChange={(event) => change({ ip: event.currentTarget.value })}
      />
      {isProtected && (
        <Checkbox
          label={t("tryVisit.hasPassword")}
          checked={visitor.hasPassword}
          onChange={(event) => change({ hasPassword: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
