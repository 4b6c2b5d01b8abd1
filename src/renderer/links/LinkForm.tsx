import { Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  type ChangeEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FormLinkField, linkFields } from "../../contract/linkFields.ts";
import type { LinkDetails } from "../../contract/links.ts";
import { api } from "../api.ts";
import { ApiFailure } from "../client.ts";
import { EditorFoot } from "../edit/EditorFoot.tsx";
import { Meanwhile } from "../edit/Meanwhile.tsx";
import { MomentInput } from "../edit/MomentInput.tsx";
import { changedFields, reconcile } from "../edit/reconcile.ts";
import { usePreferences } from "../i18n/PreferencesProvider.tsx";
import { typedMoment } from "../i18n/typedMoment.ts";
import { refreshLinks, useLinkWithAlias, useService } from "../queries.ts";
import { Address } from "../shell/Address.tsx";
import { copyText } from "../shell/clipboard.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { faultSentence } from "../shell/faultSentence.ts";
import { AddressReach } from "../shell/AddressReach.tsx";
import { spelledAsKnown, useTags } from "../tags/tags.ts";
import { TagsInput } from "../tags/TagsInput.tsx";
import { dropDraft, keepDraft } from "./draft.ts";
import { faultText } from "./faultText.ts";
import classes from "./LinkEditor.module.css";
import {
  addBodyOf,
  backBodyOf,
  emptyValues,
  isAlias,
  type LinkValues,
  linkResolver,
  ownersTexts,
  previewTexts,
  tagsAsText,
  tagsIn,
  updateBodyOf,
  valuesOf,
} from "./linkForm.ts";
import { LinkPassword } from "./LinkPassword.tsx";
import { PlainTextInput } from "./PlainTextInput.tsx";
import { linkEdited, linkMade } from "./linkSteps.tsx";

export interface LinkFormHandle {
  /** Closes, or asks first where something was changed. */
  leave(): void;
}

interface Props {
  /** As it is now; null for a new one. */
  readonly link: LinkDetails | null;
  readonly readAgain?: () => Promise<LinkDetails | undefined>;
  /** What the form begins with where it isn't the link's own values. */
  readonly start: LinkValues | null;
  readonly notice: ReactNode;
  readonly close: () => void;
  readonly ref?: Ref<LinkFormHandle>;
}

type Field = keyof LinkValues;

/** Times that a record is read again and sent again before its failure is shown. */
const mostTries = 3;

export function LinkForm({ link, readAgain, start, notice, close, ref }: Props) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const service = useService();
  const known = useTags().data ?? [];
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsked, setAsked] = useState(false);
  const [theirs, setTheirs] = useState<Partial<LinkValues>>({});
  const [first] = useState(() => start ?? (link === null ? emptyValues : valuesOf(link)));
  /** What changes are counted from: the record, as far as its user has seen it. */
  const base = useRef(first);
  const form = useForm<LinkValues>({
    defaultValues: first,
    resolver: (values, context, options) =>
      linkResolver(link === null ? null : base.current)(values, context, options),
    mode: "onChange",
    delayError: 300,
  });
  const { errors, isSubmitting } = form.formState;
  const values = useWatch({ control: form.control, compute: (now: LinkValues) => now });
  const prefix = link === null ? service.data?.shortBase : prefixOf(link);
  const isTaken = useIsTaken(values.custom, link, prefix);
  useEffect(() => {
    if (link === null) keepDraft(values);
  });
  const { setFocus } = form;
  // An old link's form is there later than its drawer.
  useEffect(() => setFocus("url"), [setFocus]);

  /** Takes over what somebody else changed; answers whether its user has to choose. */
  function follow(present: LinkDetails): boolean {
    const met = reconcile(base.current, form.getValues(), valuesOf(present));
    base.current = met.base;
    for (const name of changedFields(form.getValues(), met.mine))
      form.setValue(name, met.mine[name], { shouldValidate: true });
    setTheirs(met.theirs);
    return Object.keys(met.theirs).length > 0;
  }
  useEffect(() => {
    if (link !== null) follow(link);
    // oxlint-disable-next-line react/exhaustive-deps -- follows the record, not the form
  }, [link]);

  function settle(name: Field, isTheirs: boolean): void {
    const present = theirs[name];
    if (present === undefined) return;
    base.current = { ...base.current, [name]: present };
    if (isTheirs) form.setValue(name, present, { shouldValidate: true });
    setTheirs({ ...theirs, [name]: undefined });
  }

  const changes =
    link === null
      ? 0
      : changedFields(base.current, { ...values, custom: values.custom.trim() }).length;
  const leave = () => {
    if (link === null || changes === 0) close();
    else setAsked(true);
  };
  useImperativeHandle(ref, () => ({ leave }));

  const isOpen = Object.values(theirs).some((value) => value !== undefined);
  const fields = useRef<HTMLDivElement>(null);
  /** How often saving met a value that has to be chosen first: the first one comes into view. */
  const [stops, setStops] = useState(0);
  useEffect(() => {
    if (stops > 0) fields.current?.querySelector<HTMLElement>("[data-choice]")?.focus();
  }, [stops]);

  const save = form.handleSubmit(async (given) => {
    setFailure(null);
    setAsked(false);
    if (isOpen) {
      setStops(stops + 1);
      return;
    }
    try {
      if (link === null) await make(given);
      else if (!(await change(link, given))) {
        setStops(stops + 1);
        return;
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
    const { id, shorturl } = await api.call("addLink", { body: addBodyOf(given) });
    linkMade({ id, shorturl }, await copyText(shorturl));
  }

  /** Answers false where somebody else changed what its user changed, and one has to be chosen. */
  async function change(from: LinkDetails, given: LinkValues): Promise<boolean> {
    let mine = given;
    let present = from;
    for (let tries = 1; ; tries += 1) {
      const before = base.current;
      try {
        await api.call("updateLink", {
          params: { id: present.id },
          body: updateBodyOf(mine, before, present.password),
        });
        linkEdited(present, backBodyOf(mine, before, present.password));
        return true;
      } catch (error) {
        const isMet =
          error instanceof ApiFailure && error.faults.some(({ code }) => code === "changed");
        if (!isMet || tries === mostTries) throw error;
        const again = await readAgain?.();
        if (again === undefined) throw error;
        present = again;
        if (follow(again)) return false;
        mine = form.getValues();
      }
    }
  }

  /** A failure goes to the field it speaks of; what speaks of none stands above the buttons. */
  function showAtFields(error: unknown): void {
    const faults = error instanceof ApiFailure ? error.faults : [];
    const [firstFault] = faults;
    if (firstFault === undefined || faults.some(({ field }) => !isField(field))) setFailure(error);
    for (const fault of faults)
      if (isField(fault.field))
        form.setError(
          fault.field,
          { type: "server", message: faultSentence(fault, t) },
          { shouldFocus: fault === firstFault },
        );
  }

  const fault = (name: Field) => faultText(name, errors[name], t);
  const meanwhile = (name: Field, shown: (value: string | boolean) => string = String) => (
    <Meanwhile
      theirs={theirs[name] === undefined ? undefined : shown(theirs[name])}
      take={() => settle(name, true)}
      keep={() => settle(name, false)}
    />
  );

  const plainText = (name: FormLinkField) => (
    <div key={name}>
      <PlainTextInput
        {...form.register(name)}
        as={linkFields[name].form.as}
        label={t(`editor.${name}`)}
        description={t(`editor.${name}Hint`, { defaultValue: "" })}
        error={fault(name)}
      />
      {meanwhile(name)}
    </div>
  );

  // The library's switches keep a state of their own unless they are told theirs.
  const onOff = (name: "isPublic" | "isArchived" | "hasPreview" | "removePassword") => ({
    checked: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      form.setValue(name, event.currentTarget.checked, { shouldValidate: true }),
  });
  const onOrOff = (value: string | boolean) => t(value === true ? "common.on" : "common.off");

  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <div ref={fields} className={classes.fields}>
        {notice}
        <div>
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
          {meanwhile("url")}
        </div>
        <div>
          <TextInput
            {...form.register("custom")}
            label={t("editor.custom")}
            description={link === null ? t("editor.customNew") : undefined}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            error={fault("custom") ?? (isTaken ? t("faults.taken") : undefined)}
          />
          {meanwhile("custom")}
          {prefix !== undefined && values.custom !== "" && (
            <div className={classes.preview}>
              <Address of={`${prefix}/${values.custom}`} />
            </div>
          )}
          {prefix !== undefined && <AddressReach address={`${prefix}/`} />}
        </div>
        {ownersTexts.map(plainText)}
        <div>
          <Controller
            control={form.control}
            name="tags"
            render={({ field }) => (
              <TagsInput
                label={t("editor.tags")}
                description={t("editor.tagsHint")}
                value={tagsIn({ tags: field.value })}
                error={fault("tags")}
                onChange={(tags) => field.onChange(tagsAsText(spelledAsKnown(tags, known)))}
              />
            )}
          />
          {meanwhile("tags", (value) => tagsIn({ tags: String(value) }).join(" · "))}
        </div>
        <fieldset className={classes.section}>
          <legend>{t("editor.protection")}</legend>
          <Controller
            control={form.control}
            name="password"
            render={({ field }) => (
              <LinkPassword
                value={field.value}
                isSet={link?.password === true}
                isDisabled={values.removePassword}
                error={fault("password")}
                onChange={field.onChange}
                onBlur={field.onBlur}
              />
            )}
          />
          {link?.password === true && (
            <Checkbox {...onOff("removePassword")} label={t("editor.removePassword")} />
          )}
          <div>
            <Controller
              control={form.control}
              name="expiry"
              render={({ field }) => (
                <MomentInput
                  label={t("editor.expiry")}
                  description={t("editor.expiryHint", {
                    timeZone: service.data?.timeZone ?? "…",
                  })}
                  value={field.value}
                  error={fault("expiry")}
                  onChange={field.onChange}
                  onBlur={field.onBlur}
                />
              )}
            />
            {meanwhile("expiry", (value) => typedMoment(String(value), preferences))}
          </div>
        </fieldset>
        <fieldset className={classes.section}>
          <legend>{t("editor.behaviour")}</legend>
          <div>
            <NativeSelect {...form.register("type")} label={t("editor.type")} error={fault("type")}>
              <option value="direct">{t("editor.direct")}</option>
              <option value="frame">{t("editor.frame")}</option>
              {![first.type, values.type].every(isPlainType) && (
                <option value={isPlainType(first.type) ? values.type : first.type}>
                  {t("editor.otherType", {
                    type: isPlainType(first.type) ? values.type : first.type,
                  })}
                </option>
              )}
            </NativeSelect>
            {meanwhile("type")}
          </div>
          <div>
            <Switch
              {...onOff("isPublic")}
              label={t("editor.status")}
              description={t("editor.statusHint")}
            />
            {meanwhile("isPublic", onOrOff)}
          </div>
          <div>
            <Switch
              {...onOff("isArchived")}
              label={t("editor.archived")}
              description={t("editor.archivedHint")}
            />
            {meanwhile("isArchived", onOrOff)}
          </div>
        </fieldset>
        <fieldset className={classes.section}>
          <legend>{t("editor.preview")}</legend>
          <div>
            <Switch
              {...onOff("hasPreview")}
              label={t("editor.hasPreview")}
              description={t("editor.hasPreviewHint")}
            />
            {meanwhile("hasPreview", onOrOff)}
          </div>
          {values.hasPreview && previewTexts.map(plainText)}
        </fieldset>
      </div>
      {failure !== null && (
        <div className={classes.failure}>
          <FailureNotice error={failure} />
        </div>
      )}
      <EditorFoot
        isNew={link === null}
        changes={changes}
        isAsked={isAsked}
        isOpen={isOpen}
        isBusy={isSubmitting}
        leave={leave}
        stay={() => setAsked(false)}
        discard={close}
      />
    </form>
  );
}

function isField(name: string): name is Field {
  return name in emptyValues;
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
