import type { ClipboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import { announce } from "../../../ui/messages/announcements.ts";
import type { LinkValues } from "./linkModel.ts";
import { joined, splitAddress } from "./parameters.ts";
import { TextField } from "../../../ui/edit/formFields.tsx";

/** Where the link leads; campaign parameters of a pasted address become parameters of the link. */
export function TargetField({ form }: { readonly form: RecordForm<LinkValues> }) {
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
