import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { CopyAddressButton } from "../../ui/address/CopyButton.tsx";
import { OpenButton, PlaceButton } from "../../app/frame/PlaceButton.tsx";
import {
  type BioLink,
  bioModel,
  type BioPage,
  type BioValues,
  isBlank,
  studioOf,
} from "./bioModel.ts";
import { Box, Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useRef } from "react";
import { useDebouncedValue } from "@mantine/hooks";
import IconPlus from "@iconify-json/tabler/icons/plus";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bounds } from "../../../contract/fields/fields.ts";
import { api } from "../../app/client/api.ts";
import { moved } from "../../ui/inputs/moveItem.ts";
import { OrderedItems } from "../../ui/inputs/OrderedItems.tsx";
import { RecordPicker } from "../../ui/inputs/RecordPicker.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { Part } from "../../ui/edit/Part.tsx";
import { BioLook, Portrait } from "./BioLook.tsx";
import type { RecordForm } from "../../ui/edit/useRecordForm.ts";
import { isAlias } from "../links/editor/linkModel.ts";
import { useDomains } from "../../app/client/namedRecords.ts";
import { useService } from "../../app/client/queries.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { Address } from "../../ui/address/Address.tsx";
import { SwitchField, TextareaField, TextField, writing } from "../../ui/edit/formFields.tsx";

function BioPreview({ form }: EditorPart<BioValues, BioPage>) {
  const { t } = useTranslation();
  return (
    <VisitorPreview
      label={t("bio.preview")}
      draft={{
        page: "bio",
        values: {
          ...bioModel.sentOf(form.values),
          // A page begins with a name, its own or the example's.
          name: form.values.name.trim() || t("bio.namePlaceholder"),
        },
      }}
    />
  );
}

function BioActions({ details }: { readonly details: BioPage }) {
  const { t } = useTranslation();
  const { name, shorturl } = details;
  return (
    <>
      <CopyAddressButton text={shorturl} label={t("common.copyNamed", { name })} />
      <PlaceButton
        to={studioOf(details)}
        label={t("bio.qr")}
        named={t("bio.qrNamed", { name })}
        Icon={IconQrcode}
      />
      <OpenButton
        href={shorturl}
        label={t("common.open")}
        named={t("common.openNamed", { name })}
        Icon={IconExternalLink}
      />
    </>
  );
}

export function BioEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={bioModel}
      place={place}
      title={{ new: t("bio.newTitle"), edit: t("bio.editTitle"), create: t("bio.create") }}
      Fields={BioFields}
      Preview={BioPreview}
      previewLabel={t("bio.preview")}
      Actions={BioActions}
    />
  );
}

function BioFields({ form }: EditorPart<BioValues, BioPage>) {
  const { t } = useTranslation();
  const own = useService().data?.shortBase;
  const base = form.values.domain === "" ? own : form.values.domain;
  const alias = form.values.alias.trim();
  const state = useStanding(alias, form.values.domain, form.base.alias);
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t("bio.name")}
        placeholder={t("bio.namePlaceholder")}
        autoComplete="off"
        maxLength={bounds.title}
        required
        data-autofocus
      />
      <DomainField form={form} />
      <div>
        <TextInput
          {...form.text("alias")}
          label={t("bio.alias")}
          description={form.isNew ? t("bio.aliasHint") : undefined}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={bounds.alias}
          error={form.fault("alias") ?? (state === null ? undefined : t(`faults.${state}`))}
        />
        {base !== undefined && alias !== "" && (
          <Box mt={4} fz={12} c="dimmed">
            <Address of={`${base}/${alias}`} />
          </Box>
        )}
      </div>
      <TextareaField
        form={form}
        name="description"
        label={t("bio.description")}
        description={t("bio.descriptionHint")}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={bounds.text}
      />
      <Portrait form={form} />
      <BioLook form={form} />
      <LinksField form={form} />
      <SwitchField
        form={form}
        name="isPublic"
        label={t("bio.public")}
        description={t("bio.publicHint")}
      />
    </>
  );
}

/** Whether an alias that isn't its own can't be had, as far as it is known; null: it can. */
function useStanding(alias: string, domain: string, own: string): "taken" | "reserved" | null {
  const [settled] = useDebouncedValue(alias, 300);
  const { data } = useQuery({
    queryKey: ["alias", "standing", settled, domain],
    enabled: settled !== own && isAlias(settled) && settled !== "",
    queryFn: async ({ signal }) => {
      const query = { alias: settled, domain };
      return (await api.call("checkAlias", { query }, signal)).alias.state;
    },
    staleTime: 0,
  });
  if (settled !== alias || settled === own) return null;
  return data === "taken" || data === "reserved" ? data : null;
}

/** Nothing to choose where there is only the service's own. */
function DomainField({ form }: { readonly form: RecordForm<BioValues> }) {
  const { t } = useTranslation();
  const domains = useDomains().data ?? [];
  if (domains.length === 0) return null;
  const names = domains.map(({ domain }) => domain);
  // What was read stands for the service's own where it is nobody else's.
  const own = names.includes(form.base.domain) ? "" : form.base.domain;
  const { value, onChange, error } = form.value("domain");
  return (
    <NativeSelect
      label={t("fields.domain")}
      value={names.includes(value) ? value : own}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value={own}>{t("edit.ownAddress")}</option>
      {names.map((name) => (
        <option key={name} value={name} dir="ltr">
          {readableAddress(name)}
        </option>
      ))}
    </NativeSelect>
  );
}

function LinksField({ form }: { readonly form: RecordForm<BioValues> }) {
  const { t } = useTranslation();
  const { links } = form.values;
  const set = (next: readonly BioLink[]) => form.set("links", next);
  const change = (place: number, part: Partial<BioLink>) =>
    set(links.map((link, at) => (at === place ? { ...link, ...part } : link)));
  /** Of the link that was just added: its first input takes the focus. */
  const added = useRef<number>(null);
  const add = () => {
    added.current = Math.max(-1, ...links.map(({ key }) => key)) + 1;
    set([...links, { key: added.current, title: "", url: "" }]);
  };
  /** One of the short links in the place of the blank ones, called as the link is. */
  const pick = async (id: number) => {
    try {
      const { details } = await api.call("getLink", { params: { id } });
      const key = Math.max(-1, ...links.map((link) => link.key)) + 1;
      const title = details.title || details.alias;
      set([...links.filter((link) => !isBlank(link)), { key, title, url: details.shorturl }]);
    } catch (error) {
      showFailure(error);
    }
  };
  const nameOf = ({ title, url }: BioLink) => title.trim() || url.trim() || t("bio.emptyLink");
  /** What is wrong there; blank ones aren't sent, and so don't count. */
  const fault = (place: number, part: "title" | "url") => {
    if (links.slice(place, place + 1).every(isBlank)) return undefined;
    const sent = links.slice(0, place).filter((link) => !isBlank(link)).length;
    return form.fault(`links[${sent}].${part}`);
  };
  const inputs = (link: BioLink, place: number) => (
    <Stack component="span" gap={4} flex={1} miw={0} py={4}>
      <TextInput
        className="anyScript"
        ref={(input) => {
          if (input === null || added.current !== link.key) return;
          added.current = null;
          input.focus();
        }}
        aria-label={t("bio.linkTitle", { name: nameOf(link) })}
        placeholder={t("bio.linkTitlePlaceholder")}
        maxLength={bounds.title}
        value={link.title}
        error={fault(place, "title")}
        onChange={(event) => change(place, { title: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t("bio.linkUrl", { name: nameOf(link) })}
        placeholder="https://example.org/"
        {...writing.address}
        value={link.url}
        error={fault(place, "url")}
        onChange={(event) => change(place, { url: event.currentTarget.value })}
      />
    </Stack>
  );
  return (
    <Part title={t("bio.links")} hint={t("bio.linksHint")}>
      <div>
        {links.length > 0 && (
          <OrderedItems
            label={t("bio.links")}
            items={links}
            idOf={({ key }) => key}
            nameOf={nameOf}
            move={(from, to) => set(moved(links, from, to))}
            remove={(place) => set(links.filter((_, at) => at !== place))}
            renderRow={inputs}
          />
        )}
        {form.fault("links") !== undefined && (
          <Text inherit m="4px 0 0" fz={13} c="var(--danger)" role="alert">
            {form.fault("links")}
          </Text>
        )}
      </div>
      <div>
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={links.length >= bounds.entries}
          onClick={add}
        >
          {t("bio.addLink")}
        </Button>
      </div>
      {links.length < bounds.entries && (
        <RecordPicker
          key={links.length}
          kind="links"
          label={t("bio.pickLink")}
          placeholder={t("bio.pickPlaceholder")}
          value={null}
          onChange={(id) => id !== null && void pick(id)}
        />
      )}
    </Part>
  );
}
