import {
  Checkbox,
  SimpleGrid,
  Text,
  TextInput,
  Textarea,
  type TextInputProps,
  type TextareaProps,
  Stack,
  Switch,
} from "@mantine/core";
import { type FormLinkField, linkFields } from "../../../../contract/fields/linkFields.ts";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { type OptionalField, OptionalFields } from "../../../ui/edit/OptionalFields.tsx";
import { MomentInput } from "../../../ui/inputs/MomentInput.tsx";
import type { EditorPart } from "../../../ui/edit/RecordEditor.tsx";
import { RecordPicker, RecordsPicker } from "../../../ui/inputs/RecordPicker.tsx";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { isMoment } from "../../../i18n/typedMoment.ts";
import { useService } from "../../../app/client/queries.ts";
import { readableAddress } from "../../../ui/address/readableAddress.ts";
import { spelledAsKnown, useTags } from "../../tags/tags.ts";
import { TagsInput } from "../../tags/TagsInput.tsx";
import { AddressFields } from "./AddressFields.tsx";
import { deviceText } from "./choices.ts";
import { nameOfCountry, nameOfLanguage } from "./placeNames.ts";
import { type LinkValues, previewTexts } from "./linkModel.ts";
import { LinkPassword } from "./LinkPassword.tsx";
import { openingOf } from "./linkType.ts";
import { OpensAsFields } from "./OpensAsFields.tsx";
import { ParameterFields } from "./ParameterFields.tsx";
import { TargetingFields } from "./TargetingFields.tsx";
import { useRuleText } from "./ruleText.ts";
import { RulesSection } from "./RulesSection.tsx";
import { ScheduleFields } from "./ScheduleFields.tsx";
import { SplitFields } from "./SplitFields.tsx";
import { abTest, noSplit } from "./splitModel.ts";
import { useTranslation } from "react-i18next";
import { SwitchField, TextareaField, TextField, writing } from "../../../ui/edit/formFields.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import type { ClipboardEvent } from "react";
import { announce } from "../../../ui/messages/announcements.ts";
import { joined, splitAddress } from "./parameters.ts";

/** Where the link leads; campaign parameters of a pasted address become parameters of the link. */
function TargetField({ form }: { readonly form: RecordForm<LinkValues> }) {
  const { t } = useTranslation();
  const take = (address: string): boolean => {
    const { url, parameters } = splitAddress(address);
    if (parameters.length === 0) return false;
    form.set("url", url);
    form.set("parameters", joined(form.values.parameters, parameters));
    announce(t("linkEditor.takenApart"));
    return true;
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData.getData("text").trim();
    const whole =
      value.slice(0, selectionStart ?? 0) + pasted + value.slice(selectionEnd ?? value.length);
    if (take(whole)) event.preventDefault();
  };
  return (
    <TextField
      form={form}
      name="url"
      writes="address"
      label={t("linkEditor.url")}
      placeholder={t("home.placeholder")}
      required
      data-autofocus
      onPaste={paste}
      onBlur={() => {
        if (form.values.url !== form.base.url) take(form.values.url);
      }}
    />
  );
}

/** Addresses that open an app, or its page in the store, on phones and tablets. */
function AppLinkFields({ form }: { readonly form: RecordForm<LinkValues> }) {
  const { t } = useTranslation();
  const { deeplink } = form.values;
  const field = (name: "apple" | "google") => (
    <TextInput
      label={t(`linkEditor.appLinks.${name}`)}
      placeholder={
        name === "apple" ? "https://apps.apple.com/…" : "https://play.google.com/store/apps/…"
      }
      {...writing.address}
      value={deeplink[name]}
      error={form.fault(`deeplink.${name}`)}
      onChange={(event) => form.set("deeplink", { ...deeplink, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="sm">
      <p className="soft">{t("linkEditor.appLinks.hint")}</p>
      {field("apple")}
      {field("google")}
      <Switch
        label={t("linkEditor.appLinks.auto")}
        description={t("linkEditor.appLinks.autoHint")}
        checked={deeplink.auto}
        onChange={(event) =>
          form.set("deeplink", { ...deeplink, auto: event.currentTarget.checked })
        }
      />
    </Stack>
  );
}

type Part = EditorPart<LinkValues, LinkDetails>;

/** What every link has; what few have stands below, one line each, or behind "Add". */
export function LinkFields({ form, details: link }: Part) {
  const { t } = useTranslation();
  const known = useTags().data ?? [];
  const { values } = form;
  const extras = useOptionalFields({ form, details: link });
  return (
    <>
      <TargetField form={form} />
      <AddressFields form={form} link={link} />
      <TextField
        form={form}
        name="name"
        autoComplete="off"
        label={t("linkEditor.name")}
        description={t("linkEditor.nameHint")}
      />
      <TagsInput
        label={t("linkEditor.tags")}
        value={values.tags}
        error={form.fault("tags") ?? form.fault("tags[0]")}
        onChange={(tags) => form.set("tags", spelledAsKnown(tags, known))}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ alignItems: "start" }}>
        <RecordsPicker
          kind="channels"
          label={t("linkEditor.channel")}
          {...form.value("channels")}
        />
        <RecordPicker
          kind="campaigns"
          label={t("linkEditor.campaign")}
          {...form.value("campaign")}
        />
      </SimpleGrid>
      <Text inherit mt={-12} c="dimmed" fz={12}>
        {t("filing")}
      </Text>
      <TextareaField
        form={form}
        name="description"
        rows={2}
        label={t("linkEditor.description")}
        description={t("linkEditor.descriptionHint")}
      />
      <OptionalFields form={form} extras={extras} />
    </>
  );
}

function useOptionalFields({
  form,
  details: link,
}: Part): readonly OptionalField<keyof LinkValues>[] {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const service = useService();
  const { ruleText } = useRuleText();
  const { values } = form;
  const schedule = [
    ...(values.starts === ""
      ? []
      : [
          t("schedule.startsOn", {
            date: isMoment(values.starts) ? format.day(values.starts) : values.starts,
          }),
        ]),
    ...(/^\d+$/.test(values.maxclicks)
      ? [
          t("schedule.limit", {
            count: Number(values.maxclicks),
            formatted: format.number(Number(values.maxclicks)),
          }),
        ]
      : []),
    ...(values.afterurl === "" ? [] : [t("schedule.afterward")]),
  ];
  const host = (address: string) => readableAddress(address).split("/")[0] ?? address;
  const opening = openingOf(values.type);
  const rules = [
    ...values.languagetarget.map(({ language }) => nameOfLanguage(language, i18n.language)),
    ...values.geotarget.map(({ location }) => nameOfCountry(location, i18n.language)),
    ...values.devicetarget.map(({ device }) => deviceText(device, t)),
  ].filter((rule) => rule !== "");

  return [
    {
      id: "expiry",
      label: t("linkEditor.expiry"),
      names: ["expiry"],
      isUsed: values.expiry !== "",
      summary: /^\d{4}-/.test(values.expiry) ? format.moment(values.expiry) : values.expiry,
      clear: () => form.set("expiry", ""),
      fields: (
        <MomentInput
          {...form.value("expiry")}
          label={t("linkEditor.expiry")}
          isHeaded
          description={t("linkEditor.expiryHint", { timeZone: service.data?.timeZone ?? "…" })}
        />
      ),
    },
    {
      id: "password",
      label: t("linkEditor.password"),
      names: ["password"],
      isUsed: values.password !== "" || (values.hasPassword && !values.removePassword),
      summary: t(values.password === "" ? "linkEditor.passwordKept" : "linkEditor.passwordGiven"),
      clear: () => {
        form.set("password", "");
        form.set("removePassword", values.hasPassword);
      },
      fields: (
        <>
          <LinkPassword
            {...form.value("password")}
            isSet={values.hasPassword}
            isDisabled={values.removePassword}
          />
          {values.hasPassword && (
            <Checkbox {...form.check("removePassword")} label={t("linkEditor.removePassword")} />
          )}
        </>
      ),
    },
    {
      id: "schedule",
      label: t("schedule.title"),
      names: ["starts", "startspublic", "beforeurl", "maxclicks", "afterurl"],
      isUsed:
        [values.starts, values.beforeurl, values.maxclicks, values.afterurl].some(
          (value) => value !== "",
        ) || values.startspublic,
      summary: schedule.join(t("common.comma")),
      clear: () => {
        form.set("starts", "");
        form.set("startspublic", false);
        form.set("beforeurl", "");
        form.set("maxclicks", "");
        form.set("afterurl", "");
      },
      fields: <ScheduleFields form={form} details={link} />,
    },
    {
      id: "rules",
      label: t("fields.rules"),
      names: ["rules"],
      isUsed: values.rules.length > 0,
      summary:
        values.rules.length === 1
          ? values.rules.map(ruleText).join("")
          : t("decides.ruleCount", {
              count: values.rules.length,
              formatted: format.number(values.rules.length),
            }),
      clear: () => form.set("rules", []),
      fields: <RulesSection form={form} details={link} />,
    },
    {
      id: "split",
      label: t("fields.split"),
      names: ["split"],
      isUsed: values.split.variants.length > 0,
      summary: t("decides.splitInto", {
        count: values.split.variants.length,
        formatted: format.number(values.split.variants.length),
      }),
      add: () => form.set("split", abTest(values.url)),
      clear: () => form.set("split", noSplit),
      fields: <SplitFields form={form} />,
    },
    {
      id: "targeting",
      label: t("linkEditor.targeting"),
      names: ["languagetarget", "geotarget", "devicetarget"],
      isUsed:
        values.languagetarget.length + values.geotarget.length + values.devicetarget.length > 0,
      summary: rules.join(t("common.comma")),
      clear: () => {
        form.set("languagetarget", []);
        form.set("geotarget", []);
        form.set("devicetarget", []);
      },
      fields: <TargetingFields form={form} />,
    },
    {
      id: "type",
      label: t("linkEditor.opensAs"),
      names: ["type"],
      isUsed: opening.kind !== "direct",
      summary: t(`linkEditor.opens.${opening.kind}`),
      clear: () => form.set("type", "direct"),
      fields: <OpensAsFields form={form} />,
    },
    {
      id: "preview",
      label: t("linkEditor.preview"),
      names: ["hasPreview", ...previewTexts],
      isUsed: values.hasPreview,
      summary: values.metatitle === "" ? t("linkEditor.hasPreview") : values.metatitle,
      add: () => form.set("hasPreview", true),
      clear: () => form.set("hasPreview", false),
      fields: (
        <>
          <SwitchField
            form={form}
            name="hasPreview"
            label={t("linkEditor.hasPreview")}
            description={t("linkEditor.hasPreviewHint")}
          />
          {values.hasPreview &&
            previewTexts.map((name) => (
              <PlainTextInput
                key={name}
                {...form.text(name)}
                as={linkFields[name].form.as}
                label={t(`linkEditor.${name}`)}
              />
            ))}
        </>
      ),
    },
    {
      id: "parameters",
      label: t("linkEditor.parameters"),
      names: ["parameters"],
      isUsed: values.parameters.length > 0,
      summary: values.parameters
        .map(({ name, value }) => `${name.replace(/^utm_/, "")}: ${value}`)
        .join(t("common.comma")),
      clear: () => form.set("parameters", []),
      fields: <ParameterFields form={form} />,
    },
    {
      id: "deeplink",
      label: t("linkEditor.appLinks.title"),
      names: ["deeplink"],
      isUsed: values.deeplink.apple !== "" || values.deeplink.google !== "",
      summary: [values.deeplink.apple, values.deeplink.google]
        .filter((address) => address !== "")
        .map(host)
        .join(t("common.comma")),
      clear: () => form.set("deeplink", { apple: "", google: "", auto: false }),
      fields: <AppLinkFields form={form} />,
    },
    {
      id: "pixels",
      label: t("linkEditor.pixels"),
      names: ["pixels"],
      isUsed: values.pixels.length > 0,
      summary: t("linkEditor.pixelCount", format.counted(values.pixels.length)),
      clear: () => form.set("pixels", []),
      fields: (
        <RecordsPicker
          kind="pixels"
          label={t("linkEditor.pixels")}
          isHeaded
          description={t("linkEditor.pixelsHint")}
          {...form.value("pixels")}
        />
      ),
    },
    {
      id: "status",
      label: t("linkEditor.status"),
      names: ["isPublic"],
      isUsed: values.isPublic,
      summary: t("linkEditor.statusOn"),
      add: () => form.set("isPublic", true),
      clear: () => form.set("isPublic", false),
      fields: (
        <SwitchField
          form={form}
          name="isPublic"
          label={t("linkEditor.status")}
          description={t("linkEditor.statusHint")}
        />
      ),
    },
    ...(link === null && !values.isArchived
      ? []
      : [
          {
            id: "archived",
            label: t("linkEditor.archived"),
            names: ["isArchived" as const],
            isUsed: values.isArchived,
            summary: t("linkEditor.archivedHint"),
            add: () => form.set("isArchived", true),
            clear: () => form.set("isArchived", false),
            fields: (
              <SwitchField
                form={form}
                name="isArchived"
                label={t("linkEditor.archived")}
                description={t("linkEditor.archivedHint")}
              />
            ),
          },
        ]),
  ];
}
type As = (typeof linkFields)[FormLinkField]["form"]["as"];
/** A field of a link that is a mere text, asked for as its row says. */
function PlainTextInput({
  as,
  ...props
}: { readonly as: As } & Pick<
  TextInputProps & TextareaProps,
  keyof TextInputProps & keyof TextareaProps
>) {
  const { t } = useTranslation();
  switch (as) {
    case "line":
      return <TextInput {...props} className="anyScript" autoComplete="off" />;
    case "lines":
      return <Textarea {...props} className="anyScript" rows={2} />;
    case "address":
      return <TextInput {...props} placeholder={t("home.placeholder")} {...writing.address} />;
  }
}
