import { Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FormLinkField, linkFields } from "../../contract/linkFields.ts";
import type { LinkDetails } from "../../contract/links.ts";
import { Field } from "../edit/Field.tsx";
import { MomentInput } from "../edit/MomentInput.tsx";
import type { EditorPart } from "../edit/RecordEditor.tsx";
import { usePreferences } from "../i18n/PreferencesProvider.tsx";
import { typedMoment } from "../i18n/typedMoment.ts";
import { useLinkWithAlias, useService } from "../queries.ts";
import { Address } from "../shell/Address.tsx";
import { AddressReach } from "../shell/AddressReach.tsx";
import { spelledAsKnown, useTags } from "../tags/tags.ts";
import { TagsInput } from "../tags/TagsInput.tsx";
import classes from "./LinkFields.module.css";
import { isAlias, type LinkValues, ownersTexts, previewTexts } from "./linkModel.ts";
import { LinkPassword } from "./LinkPassword.tsx";
import { PlainTextInput } from "./PlainTextInput.tsx";

export function LinkFields({ form, details: link }: EditorPart<LinkValues, LinkDetails>) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const service = useService();
  const known = useTags().data ?? [];
  const [firstType] = useState(form.base.type);
  const { values } = form;
  const prefix = link === null ? service.data?.shortBase : prefixOf(link);
  const isTaken = useIsTaken(values.custom, link, prefix);
  const onOrOff = (value: boolean) => t(value ? "common.on" : "common.off");

  const plainText = (name: FormLinkField) => (
    <Field key={name} form={form} name={name}>
      <PlainTextInput
        {...form.text(name)}
        as={linkFields[name].form.as}
        label={t(`linkEditor.${name}`)}
        description={t(`linkEditor.${name}Hint`, { defaultValue: "" })}
      />
    </Field>
  );

  return (
    <>
      <Field form={form} name="url">
        <TextInput
          {...form.text("url")}
          label={t("linkEditor.url")}
          placeholder={t("home.placeholder")}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
        />
      </Field>
      <Field form={form} name="custom">
        <TextInput
          {...form.text("custom")}
          label={t("linkEditor.custom")}
          description={link === null ? t("linkEditor.customNew") : undefined}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          error={form.fault("custom") ?? (isTaken ? t("faults.taken") : undefined)}
        />
        {prefix !== undefined && values.custom !== "" && (
          <div className={classes.preview}>
            <Address of={`${prefix}/${values.custom}`} />
          </div>
        )}
        {prefix !== undefined && <AddressReach address={`${prefix}/`} />}
      </Field>
      {ownersTexts.map(plainText)}
      <Field form={form} name="tags" shown={(tags) => tags.join(" · ")}>
        <TagsInput
          label={t("linkEditor.tags")}
          description={t("linkEditor.tagsHint")}
          value={values.tags}
          error={form.fault("tags")}
          onChange={(tags) => form.set("tags", spelledAsKnown(tags, known))}
        />
      </Field>
      <fieldset className={classes.section}>
        <legend>{t("linkEditor.protection")}</legend>
        <LinkPassword
          {...form.value("password")}
          isSet={values.hasPassword}
          isDisabled={values.removePassword}
        />
        {values.hasPassword && (
          <Checkbox {...form.check("removePassword")} label={t("linkEditor.removePassword")} />
        )}
        <Field form={form} name="expiry" shown={(expiry) => typedMoment(expiry, preferences)}>
          <MomentInput
            {...form.value("expiry")}
            label={t("linkEditor.expiry")}
            description={t("linkEditor.expiryHint", { timeZone: service.data?.timeZone ?? "…" })}
          />
        </Field>
      </fieldset>
      <fieldset className={classes.section}>
        <legend>{t("linkEditor.behaviour")}</legend>
        <Field form={form} name="type">
          <NativeSelect
            {...form.value("type")}
            label={t("linkEditor.type")}
            onChange={(event) => form.set("type", event.currentTarget.value)}
          >
            <option value="direct">{t("linkEditor.direct")}</option>
            <option value="frame">{t("linkEditor.frame")}</option>
            {![firstType, values.type].every(isPlainType) && (
              <option value={isPlainType(firstType) ? values.type : firstType}>
                {t("linkEditor.otherType", {
                  type: isPlainType(firstType) ? values.type : firstType,
                })}
              </option>
            )}
          </NativeSelect>
        </Field>
        <Field form={form} name="isPublic" shown={onOrOff}>
          <Switch
            {...form.check("isPublic")}
            label={t("linkEditor.status")}
            description={t("linkEditor.statusHint")}
          />
        </Field>
        <Field form={form} name="isArchived" shown={onOrOff}>
          <Switch
            {...form.check("isArchived")}
            label={t("linkEditor.archived")}
            description={t("linkEditor.archivedHint")}
          />
        </Field>
      </fieldset>
      <fieldset className={classes.section}>
        <legend>{t("linkEditor.preview")}</legend>
        <Field form={form} name="hasPreview" shown={onOrOff}>
          <Switch
            {...form.check("hasPreview")}
            label={t("linkEditor.hasPreview")}
            description={t("linkEditor.hasPreviewHint")}
          />
        </Field>
        {values.hasPreview && previewTexts.map(plainText)}
      </fieldset>
    </>
  );
}

function isPlainType(type: string): boolean {
  return type === "direct" || type === "frame";
}

function prefixOf(link: LinkDetails): string {
  return link.shorturl.slice(0, link.shorturl.lastIndexOf("/"));
}

/** Whether another link has the alias under the same address, asked while it is typed. */
function useIsTaken(typed: string, link: LinkDetails | null, prefix: string | undefined): boolean {
  const [alias] = useDebouncedValue(typed.trim(), 250);
  const isAsked = alias !== "" && isAlias(alias) && alias !== link?.alias;
  const { data } = useLinkWithAlias(alias, isAsked);
  return isAsked && data != null && data.id !== link?.id && prefixOf(data) === prefix;
}
