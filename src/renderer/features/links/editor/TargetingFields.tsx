import { ActionIcon, Box, Button, Group, Stack, TextInput } from "@mantine/core";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconX from "@iconify-json/tabler/icons/x";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { devices as deviceNames } from "../../../../contract/fields/devices.ts";
import { moved } from "../../../ui/inputs/moveItem.ts";
import { OrderedItems } from "../../../ui/inputs/OrderedItems.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import { ChoicePicker } from "./ChoicePicker.tsx";
import {
  type Choice,
  countryChoices,
  countryCodeOf,
  fold,
  deviceText,
  languageChoices,
} from "./choices.ts";
import type { LinkValues } from "./linkModel.ts";
import { isLanguageCode } from "./placeNames.ts";
import classes from "./LinkEditor.module.css";
import { writing } from "../../../ui/edit/formFields.tsx";

type Form = RecordForm<LinkValues>;

/** Where visitors of a language, a country or a device are led instead, in the order in which that is looked at. */
export function TargetingFields({ form }: { readonly form: Form }) {
  const { t, i18n } = useTranslation();
  const { values } = form;
  const countries = useMemo(() => countryChoices(i18n.language), [i18n.language]);
  const languages = useMemo(() => languageChoices(i18n.language), [i18n.language]);
  const devices = deviceNames.map((value): Choice => {
    const label = deviceText(value, t);
    return { value, label, sought: fold(`${label} ${value}`) };
  });

  return (
    <>
      <p className="soft">{t("linkEditor.targetingHint")}</p>
      <RuleGroup
        title={t("linkEditor.byLanguage")}
        add={t("linkEditor.addLanguage")}
        onAdd={() =>
          form.set("languagetarget", [...values.languagetarget, { language: "", link: "" }])
        }
      >
        {values.languagetarget.map((rule, place) => (
          <Rule
            // oxlint-disable-next-line react/no-array-index-key -- rules have no other name
            key={place}
            link={rule.link}
            isTried={form.isTried}
            whoFault={form.fault(`languagetarget[${place}].language`)}
            fault={form.fault(`languagetarget[${place}].link`)}
            onLink={(link) =>
              form.set("languagetarget", replaced(values.languagetarget, place, { link }))
            }
            remove={() => form.set("languagetarget", without(values.languagetarget, place))}
            renderPicker={(fault) => (
              <ChoicePicker
                label={t("linkEditor.language")}
                choices={languages}
                value={rule.language}
                error={fault}
                canBe={isLanguageCode}
                onChange={(language) =>
                  form.set("languagetarget", replaced(values.languagetarget, place, { language }))
                }
              />
            )}
          />
        ))}
      </RuleGroup>
      <RuleGroup
        title={t("linkEditor.byCountry")}
        add={t("linkEditor.addCountry")}
        onAdd={() => form.set("geotarget", [...values.geotarget, { location: "", link: "" }])}
      >
        {values.geotarget.map((rule, place) => (
          <Rule
            // oxlint-disable-next-line react/no-array-index-key -- rules have no other name
            key={place}
            link={rule.link}
            isTried={form.isTried}
            whoFault={form.fault(`geotarget[${place}].location`)}
            fault={form.fault(`geotarget[${place}].link`)}
            onLink={(link) => form.set("geotarget", replaced(values.geotarget, place, { link }))}
            remove={() => form.set("geotarget", without(values.geotarget, place))}
            renderPicker={(fault) => (
              <ChoicePicker
                label={t("linkEditor.country")}
                choices={countries}
                value={countryCodeOf(rule.location)}
                error={fault}
                onChange={(location) =>
                  form.set("geotarget", replaced(values.geotarget, place, { location }))
                }
              />
            )}
          />
        ))}
      </RuleGroup>
      <RuleGroup
        title={t("linkEditor.byDevice")}
        hint={values.devicetarget.length > 1 ? t("linkEditor.devicesHint") : undefined}
        add={t("linkEditor.addDevice")}
        onAdd={() => form.set("devicetarget", [...values.devicetarget, { device: "", link: "" }])}
      >
        {values.devicetarget.length > 0 && (
          <OrderedItems
            label={t("linkEditor.byDevice")}
            items={values.devicetarget}
            nameOf={({ device }) => deviceText(device, t)}
            move={(from, to) => form.set("devicetarget", moved(values.devicetarget, from, to))}
            remove={(place) => form.set("devicetarget", without(values.devicetarget, place))}
            renderRow={(rule, place) => (
              <Rule
                link={rule.link}
                isTried={form.isTried}
                whoFault={form.fault(`devicetarget[${place}].device`)}
                fault={form.fault(`devicetarget[${place}].link`)}
                onLink={(link) =>
                  form.set("devicetarget", replaced(values.devicetarget, place, { link }))
                }
                renderPicker={(fault) => (
                  <ChoicePicker
                    label={t("linkEditor.device")}
                    choices={devices}
                    value={rule.device}
                    error={fault}
                    onChange={(device) =>
                      form.set("devicetarget", replaced(values.devicetarget, place, { device }))
                    }
                  />
                )}
              />
            )}
          />
        )}
      </RuleGroup>
    </>
  );
}

function replaced<Entry>(list: readonly Entry[], place: number, change: Partial<Entry>): Entry[] {
  return list.map((entry, at) => (at === place ? { ...entry, ...change } : entry));
}

function without<Entry>(list: readonly Entry[], place: number): Entry[] {
  return list.filter((_, at) => at !== place);
}

function RuleGroup({
  title,
  hint,
  add,
  onAdd,
  children,
}: {
  readonly title: string;
  readonly hint?: string | undefined;
  readonly add: string;
  readonly onAdd: () => void;
  readonly children: ReactNode;
}) {
  const group = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  // A rule that was just added begins with whom it is for. At once: an effect that is still to run belongs to what was there before it.
  useLayoutEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const pickers = group.current?.querySelectorAll<HTMLElement>("input[role=combobox]") ?? [];
    [...pickers].at(-1)?.focus();
  });
  return (
    <Stack ref={group} component="fieldset" gap="xs">
      <Box component="legend" p="0 0 4px" fw={550}>
        {title}
      </Box>
      {hint !== undefined && <p className="soft">{hint}</p>}
      {children}
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => {
            isAdded.current = true;
            onAdd();
          }}
        >
          {add}
        </Button>
      </div>
    </Stack>
  );
}

/** A rule that was just added isn't called wrong before somebody had the time to fill it in. */
function Rule({
  renderPicker,
  whoFault,
  link,
  fault,
  isTried,
  onLink,
  remove,
}: {
  readonly renderPicker: (fault: string | undefined) => ReactNode;
  readonly whoFault: string | undefined;
  readonly link: string;
  readonly fault: string | undefined;
  readonly isTried: boolean;
  readonly onLink: (link: string) => void;
  /** Where nothing around it does. */
  readonly remove?: () => void;
}) {
  const { t } = useTranslation();
  const [isWhoLeft, setWhoLeft] = useState(false);
  const [isLinkLeft, setLinkLeft] = useState(false);
  return (
    <Group gap="xs" align="flex-start" flex={1}>
      <Box flex="1 1 140px" onBlur={() => setWhoLeft(true)}>
        {renderPicker(isTried || isWhoLeft ? whoFault : undefined)}
      </Box>
      <TextInput
        className={classes.where ?? ""}
        aria-label={t("linkEditor.url")}
        placeholder="https://"
        {...writing.address}
        value={link}
        error={isTried || isLinkLeft ? fault : undefined}
        onBlur={() => setLinkLeft(true)}
        onChange={(event) => onLink(event.currentTarget.value)}
      />
      {remove !== undefined && (
        <ActionIcon aria-label={t("linkEditor.removeRule")} onClick={remove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
