import {
  Button,
  Checkbox,
  NativeSelect,
  PasswordInput,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { type ReactNode, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../contract/links.ts";
import { addressInSentence } from "../addresses.ts";
import { api } from "../api.ts";
import { ApiFailure } from "../client.ts";
import { useFormat } from "../i18n/PreferencesProvider.tsx";
import { refreshLinks, useLinkWithAlias, useService } from "../queries.ts";
import { Address } from "../shell/Address.tsx";
import { copyText } from "../shell/clipboard.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { dropDraft, keepDraft } from "./draft.ts";
import { faultText } from "./faultText.ts";
import classes from "./LinkEditor.module.css";
import {
  addBodyOf,
  fieldsNamedIn,
  isAlias,
  type LinkValues,
  linkResolver,
  updateBodyOf,
} from "./linkForm.ts";

interface Props {
  /** null for a new link. */
  readonly link: LinkDetails | null;
  readonly start: LinkValues;
  readonly notice: ReactNode;
  readonly close: () => void;
}

export function LinkForm({ link, start, notice, close }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const service = useService();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<LinkValues>({
    defaultValues: start,
    resolver: linkResolver(link === null ? null : start),
    mode: "onChange",
    delayError: 300,
  });
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control, compute: (now: LinkValues) => now });
  const base = link === null ? service.data?.shortBase : baseOf(link);
  const readableExpiry = /^\d{4}-\d{2}-\d{2}T/.test(values.expiry)
    ? format.moment(values.expiry)
    : null;
  const isTaken = useIsTaken(values.custom, link, base);
  useEffect(() => {
    if (link === null) keepDraft(values);
  });

  const fault = (name: keyof LinkValues) => faultText(name, errors[name], t);
  const save = form.handleSubmit(async (given) => {
    setFailure(null);
    try {
      if (link === null) await make(given);
      else {
        await api.call("updateLink", {
          params: { id: link.id },
          body: updateBodyOf(given, start),
        });
        notifications.show({ message: t("editor.saved") });
      }
    } catch (error) {
      showAtFields(error);
      return;
    }
    dropDraft();
    close();
    await refreshLinks();
  });

  async function make(given: LinkValues): Promise<void> {
    const { shorturl } = await api.call("addLink", { body: addBodyOf(given) });
    const address = addressInSentence(shorturl);
    const isCopied = await copyText(shorturl);
    notifications.show({
      message: t(isCopied ? "editor.made" : "editor.madeNotCopied", { address }),
    });
  }

  /** A failure goes to the field it speaks of; what speaks of none stands above the buttons. */
  function showAtFields(error: unknown): void {
    if (error instanceof ApiFailure && error.status === 409) {
      const type = /reserved/i.test(error.message) ? "reserved" : "taken";
      form.setError("custom", { type }, { shouldFocus: true });
      return;
    }
    const named =
      error instanceof ApiFailure && error.status === 400 ? fieldsNamedIn(error.message) : [];
    if (error instanceof ApiFailure)
      for (const name of named) form.setError(name, { type: "server", message: error.message });
    if (named.length === 0) setFailure(error);
  }

  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <div className={classes.fields}>
        {notice}
        <TextInput
          {...form.register("url")}
          label={t("editor.url")}
          placeholder={t("home.placeholder")}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          required
          data-autofocus
          error={fault("url")}
        />
        <div>
          <TextInput
            {...form.register("custom")}
            label={t("editor.custom")}
            description={link === null ? t("editor.customNew") : undefined}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            error={fault("custom") ?? (isTaken ? t("faults.aliasTaken") : undefined)}
          />
          {base !== undefined && values.custom !== "" && (
            <div className={classes.preview}>
              <Address of={`${base}/${values.custom}`} />
            </div>
          )}
        </div>
        <TextInput
          {...form.register("metatitle")}
          className="anyScript"
          label={t("editor.metatitle")}
          autoComplete="off"
          error={fault("metatitle")}
        />
        <Textarea
          {...form.register("description")}
          label={t("editor.description")}
          description={t("editor.descriptionHint")}
          className="anyScript"
          rows={2}
          error={fault("description")}
        />
        <fieldset className={classes.section}>
          <legend>{t("editor.protection")}</legend>
          <PasswordInput
            {...form.register("password")}
            label={t("editor.password")}
            description={t(link?.password === true ? "editor.passwordSet" : "editor.passwordNew")}
            dir="ltr"
            autoComplete="new-password"
            disabled={values.removePassword}
            error={fault("password")}
          />
          {link?.password === true && (
            <Checkbox {...form.register("removePassword")} label={t("editor.removePassword")} />
          )}
          <TextInput
            {...form.register("expiry")}
            type="datetime-local"
            label={t("editor.expiry")}
            description={t("editor.expiryHint", { timeZone: service.data?.timeZone ?? "…" })}
            dir="ltr"
            error={fault("expiry")}
          />
          {readableExpiry !== null && <div className={classes.preview}>{readableExpiry}</div>}
        </fieldset>
        <fieldset className={classes.section}>
          <legend>{t("editor.behaviour")}</legend>
          <NativeSelect {...form.register("type")} label={t("editor.type")} error={fault("type")}>
            <option value="direct">{t("editor.direct")}</option>
            <option value="frame">{t("editor.frame")}</option>
            {start.type !== "direct" && start.type !== "frame" && (
              <option value={start.type}>{t("editor.otherType", { type: start.type })}</option>
            )}
          </NativeSelect>
          <Switch
            {...form.register("isPublic")}
            label={t("editor.status")}
            description={t("editor.statusHint")}
          />
        </fieldset>
        {failure !== null && <FailureNotice error={failure} />}
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={close}>
          {t("common.cancel")}
        </Button>
        <Button type="submit" variant="filled" loading={isSubmitting}>
          {t(link === null ? "common.create" : "common.save")}
        </Button>
      </div>
    </form>
  );
}

function baseOf(link: LinkDetails): string {
  return link.shorturl.slice(0, link.shorturl.lastIndexOf("/"));
}

/** Whether another link has the alias under the same address, asked while it is typed. */
function useIsTaken(typed: string, link: LinkDetails | null, base: string | undefined): boolean {
  const [alias] = useDebouncedValue(typed.trim(), 250);
  const isAsked = alias !== "" && isAlias(alias) && alias !== link?.alias;
  const { data } = useLinkWithAlias(alias, isAsked);
  return isAsked && data != null && data.id !== link?.id && baseOf(data) === base;
}
