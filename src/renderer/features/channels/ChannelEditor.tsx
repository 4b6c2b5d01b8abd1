import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { PlaceButton } from "../../app/frame/PlaceButton.tsx";
import { type Channel, channelModel, type ChannelValues } from "./channelModel.ts";
import { useTranslation } from "react-i18next";
import { bounds } from "../../../contract/fields.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import { Field } from "../../ui/edit/Field.tsx";
import { ChannelContents } from "./ChannelContents.tsx";
import { TextField, TextareaField, SwitchField } from "../../ui/edit/formFields.tsx";

function ChannelActions({ details: { id, name } }: { readonly details: Channel }) {
  const { t } = useTranslation();
  return (
    <PlaceButton
      to={`/statistics?channel=${id}`}
      label={t("list.statistics")}
      named={t("list.statisticsNamed", { name })}
      Icon={IconChartLine}
    />
  );
}

export function ChannelEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={channelModel}
      place={place}
      title={{
        new: t("channels.newTitle"),
        edit: t("channels.editTitle"),
        create: t("channels.create"),
      }}
      Fields={ChannelFields}
      Actions={ChannelActions}
    />
  );
}

function ChannelFields({ form, details }: EditorPart<ChannelValues, Channel>) {
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
