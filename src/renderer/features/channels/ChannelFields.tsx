import { Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { bounds } from "../../../contract/fields.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import { Field } from "../../ui/edit/Field.tsx";
import type { EditorPart } from "../../ui/edit/RecordEditor.tsx";
import { ChannelContents } from "./ChannelContents.tsx";
import type { Channel, ChannelValues } from "./channelModel.ts";

export function ChannelFields({ form, details }: EditorPart<ChannelValues, Channel>) {
  const { t } = useTranslation();
  return (
    <>
      <Field form={form} name="name">
        <TextInput
          {...form.text("name")}
          className="anyScript"
          label={t("channels.name")}
          placeholder={t("channels.namePlaceholder")}
          autoComplete="off"
          maxLength={bounds.title}
          required
          data-autofocus
        />
      </Field>
      <Field form={form} name="color">
        <ColorField label={t("fields.color")} {...form.value("color")} />
      </Field>
      <Field form={form} name="description">
        <Textarea
          {...form.text("description")}
          className="anyScript"
          label={t("channels.description")}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={bounds.text}
        />
      </Field>
      <Field
        form={form}
        name="isStarred"
        shown={(isStarred) => t(isStarred ? "common.on" : "common.off")}
      >
        <Switch
          {...form.check("isStarred")}
          label={t("channels.starred")}
          description={t("channels.starredHint")}
        />
      </Field>
      {details !== null && <ChannelContents channel={details} />}
    </>
  );
}
