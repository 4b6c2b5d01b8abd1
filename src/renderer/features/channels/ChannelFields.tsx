import { useTranslation } from "react-i18next";
import { bounds } from "../../../contract/fields.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import { Field } from "../../ui/edit/Field.tsx";
import type { EditorPart } from "../../ui/edit/RecordEditor.tsx";
import { ChannelContents } from "./ChannelContents.tsx";
import type { Channel, ChannelValues } from "./channelModel.ts";
import { TextField, TextareaField, SwitchField } from "../../ui/edit/formFields.tsx";

export function ChannelFields({ form, details }: EditorPart<ChannelValues, Channel>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t("channels.name")}
        placeholder={t("channels.namePlaceholder")}
        autoComplete="off"
        maxLength={bounds.title}
        required
        data-autofocus
      />
      <Field form={form} name="color">
        <ColorField label={t("fields.color")} {...form.value("color")} />
      </Field>
      <TextareaField
        form={form}
        name="description"
        label={t("channels.description")}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={bounds.text}
      />
      <SwitchField
        form={form}
        name="isStarred"
        label={t("channels.starred")}
        description={t("channels.starredHint")}
      />
      {details !== null && <ChannelContents channel={details} />}
    </>
  );
}
