import {
  Group,
  NativeSelect,
  PasswordInput,
  SimpleGrid,
  Switch,
  Textarea,
  TextInput,
} from "@mantine/core";
import IconAddressBook from "@iconify-json/tabler/icons/address-book";
import IconDeviceMobileMessage from "@iconify-json/tabler/icons/device-mobile-message";
import IconLetterCase from "@iconify-json/tabler/icons/letter-case";
import IconLink from "@iconify-json/tabler/icons/link";
import IconMail from "@iconify-json/tabler/icons/mail";
import IconPhone from "@iconify-json/tabler/icons/phone";
import IconWifi from "@iconify-json/tabler/icons/wifi";
import type { OutlineIcon } from "../../theme/outlineIcon.tsx";
import { useTranslation } from "react-i18next";
import { qrTypes, type QrType } from "../../../contract/resources/qrCodes.ts";
import type { RecordForm } from "../../ui/edit/useRecordForm.ts";
import { encryptions, type QrValues } from "./qrModel.ts";
import classes from "./Qr.module.css";
import { TextField, TextareaField } from "../../ui/edit/formFields.tsx";

type Form = RecordForm<QrValues>;

export const typeIcons: Readonly<Record<QrType, OutlineIcon>> = {
  text: IconLetterCase,
  link: IconLink,
  phone: IconPhone,
  email: IconMail,
  sms: IconDeviceMobileMessage,
  wifi: IconWifi,
  vcard: IconAddressBook,
};

/** In the order in which people look for them. */
const shownTypes: readonly QrType[] = ["link", "text", "wifi", "vcard", "email", "phone", "sms"];

/** What kind of thing the code says. A code that is kept stays of its kind. */
export function TypeChoice({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { type, existing } = form.values;
  return (
    <Group gap={4} align="stretch" role="radiogroup" aria-label={t("qr.type")}>
      {shownTypes.map((one) => {
        const Icon = typeIcons[one];
        return (
          <Group
            key={one}
            className={classes.type}
            component="label"
            gap={6}
            wrap="nowrap"
            data-chosen={one === type || undefined}
          >
            <input
              type="radio"
              name="qr-type"
              checked={one === type}
              disabled={existing !== null && one !== type}
              onChange={() => form.set("type", qrTypes.find((known) => known === one) ?? one)}
            />
            <Icon size={16} aria-hidden="true" />
            <span>{t(`qr.types.${one}`)}</span>
          </Group>
        );
      })}
    </Group>
  );
}

/** The inputs of the chosen type. */
export function ContentFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { type, raw } = form.values;
  if (raw !== "")
    return (
      <Textarea
        label={t("qr.raw")}
        description={t("qr.rawHint")}
        autosize={false}
        rows={6}
        dir="ltr"
        {...form.text("raw")}
      />
    );
  switch (type) {
    case "text":
      return (
        <TextareaField form={form} name="text" label={t("qr.types.text")} rows={5} data-autofocus />
      );
    case "link":
      return (
        <TextField
          form={form}
          name="link"
          writes="address"
          label={t("qr.link")}
          description={t("qr.linkHint")}
          placeholder="https://"
          data-autofocus
        />
      );
    case "phone":
      return <PhoneField form={form} name="phone" />;
    case "email":
      return <EmailFields form={form} />;
    case "sms":
      return (
        <>
          <PhoneField form={form} name="number" />
          <TextareaField form={form} name="message" label={t("qr.message")} rows={3} />
        </>
      );
    case "wifi":
      return <NetworkFields form={form} />;
    case "vcard":
      return <CardFields form={form} />;
  }
}

function PhoneField({ form, name }: { readonly form: Form; readonly name: "phone" | "number" }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t("qr.phone")}
      description={t("qr.phoneHint")}
      placeholder="+49 30 123456"
      dir="ltr"
      inputMode="tel"
      autoComplete="off"
      data-autofocus
      {...form.text(name)}
    />
  );
}

function EmailFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("qr.email")}
        dir="ltr"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        {...form.text("email")}
      />
      <TextField form={form} name="subject" label={t("qr.subject")} />
      <TextareaField form={form} name="body" label={t("qr.body")} rows={3} />
    </>
  );
}

function NetworkFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { encryption } = form.values;
  return (
    <>
      <TextField
        form={form}
        name="ssid"
        label={t("qr.ssid")}
        required
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <NativeSelect
        label={t("qr.encryption")}
        value={encryption}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          form.set("encryption", encryptions.find((one) => one === chosen) ?? "WPA");
        }}
      >
        {encryptions.map((one) => (
          <option key={one} value={one}>
            {t(`qr.encryptions.${one}`)}
          </option>
        ))}
      </NativeSelect>
      {encryption !== "none" && (
        <PasswordInput
          label={t("qr.pass")}
          required
          description={t("qr.passHint")}
          dir="ltr"
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": t("qr.showPass") }}
          {...form.text("pass")}
        />
      )}
      <Switch label={t("qr.hidden")} {...form.check("hidden")} />
    </>
  );
}

const cardFields = [
  { name: "fname", isLatin: false },
  { name: "lname", isLatin: false },
  { name: "org", isLatin: false },
  { name: "title", isLatin: false },
  { name: "cardPhone", isLatin: true },
  { name: "cardEmail", isLatin: true },
  { name: "site", isLatin: true },
  { name: "address", isLatin: false },
  { name: "note", isLatin: false },
] as const;

function CardFields({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid minColWidth={168}>
      {cardFields.map(({ name, isLatin }, place) => (
        <TextInput
          key={name}
          className={isLatin ? "" : "anyScript"}
          label={t(`qr.card.${name}`)}
          autoComplete="off"
          data-autofocus={place === 0 || undefined}
          {...(isLatin && { dir: "ltr" })}
          {...form.text(name)}
        />
      ))}
    </SimpleGrid>
  );
}
