import { DomainSelect } from "../../ui/inputs/DomainSelect.tsx";
import { Button, Group, NativeSelect, SimpleGrid, Switch, TextInput } from "@mantine/core";
import IconUpload from "@iconify-json/tabler/icons/upload";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { largestLogo, logoSizes, qrCorrections } from "../../../contract/resources/qrCodes.ts";
import { api } from "../../app/client/api.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import { RecordsPicker } from "../../ui/inputs/RecordPicker.tsx";
import type { RecordForm } from "../../ui/edit/useRecordForm.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { failureText } from "../../ui/messages/failureText.ts";
import type { QrValues } from "./qrModel.ts";
import { StyleFields } from "./StyleFields.tsx";
import classes from "./Qr.module.css";
import { TextField, writing } from "../../ui/edit/formFields.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";

type Form = RecordForm<QrValues>;

/** Shapes, colors, logo and error correction. */
export function LookFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <StyleFields form={form} />
      <SimpleGrid minColWidth={168}>
        <ColorField label={t("qr.foreground")} {...form.value("foreground")} />
        <ColorField label={t("qr.background")} {...form.value("background")} />
      </SimpleGrid>
      <LogoField form={form} />
      <NativeSelect
        label={t("qr.correction")}
        description={t("qr.correctionHint")}
        value={form.values.correction}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          form.set("correction", qrCorrections.find((one) => one === chosen) ?? "");
        }}
      >
        <option value="">{t("qr.automatic")}</option>
        {qrCorrections.map((one) => (
          <option key={one} value={one}>
            {t(`qr.corrections.${one}`)}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}

function LogoField({ form }: { readonly form: Form }) {
  const { t, format } = useI18n();
  const file = useRef<HTMLInputElement>(null);
  const { isBusy, during } = useBusy();
  const [fault, setFault] = useState<string | null>(null);
  const sizeId = useId();
  const { logo, logosize } = form.values;
  const text = form.text("logo");

  async function keep(chosen: File): Promise<void> {
    setFault(null);
    if (chosen.size > largestLogo) {
      setFault(t("qr.logoTooHeavy"));
      return;
    }
    await during(
      async () => form.set("logo", (await api.send("keepLogo", {}, chosen)).logo),
      (error) => setFault(failureText(error, t).text),
    );
  }

  return (
    <div>
      <TextInput
        label={t("qr.logo")}
        description={t("qr.logoHint")}
        placeholder="https://example.org/logo.png"
        {...writing.address}
        {...text}
        error={fault ?? text.error}
        onChange={(event) => {
          setFault(null);
          text.onChange(event);
        }}
      />
      <Group gap="xs" wrap="nowrap" mt="xs">
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t("qr.chooseLogo")}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen !== undefined) void keep(chosen);
            event.currentTarget.value = "";
          }}
        />
        <Button
          size="xs"
          loading={isBusy}
          leftSection={<IconUpload size={14} aria-hidden="true" />}
          onClick={() => file.current?.click()}
        >
          {t("qr.chooseLogo")}
        </Button>
        {logo.trim() !== "" && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => form.set("logo", "")}>
            {t("qr.noLogo")}
          </Button>
        )}
      </Group>
      {logo.trim() !== "" && (
        <Group className={classes.size} gap="xs" wrap="nowrap" mt="xs">
          <label htmlFor={sizeId}>{t("qr.logoSize")}</label>
          <input
            id={sizeId}
            type="range"
            min={logoSizes.least}
            max={logoSizes.most}
            step={2}
            value={logosize}
            onChange={(event) => form.set("logosize", Number(event.currentTarget.value))}
          />
          <output htmlFor={sizeId}>
            {t("qr.percent", { formatted: format.number(logosize) })}
          </output>
        </Group>
      )}
    </div>
  );
}

/** What the owner calls it, where it is filed, and what stands below it on a sheet. */
export function OwnFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { existing, type, domain } = form.values;
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t("qr.name")}
        description={t("qr.nameHint")}
        placeholder={existing?.name ?? ""}
      />
      <TextField
        form={form}
        name="caption"
        label={t("qr.caption")}
        description={t("qr.captionHint")}
      />
      <RecordsPicker kind="channels" label={t("qr.channel")} {...form.value("channel")} />
      {existing === null && (
        <DomainSelect
          label={t("qr.domain")}
          value={domain === "" ? null : domain}
          choose={(chosen) => form.set("domain", chosen ?? "")}
        />
      )}
      {existing === null && type !== "link" && (
        <Switch
          label={t("qr.dynamic")}
          description={t("qr.dynamicHint")}
          {...form.check("dynamic")}
        />
      )}
    </>
  );
}
