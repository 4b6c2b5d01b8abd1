import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { PlaceButton } from "../../app/frame/PlaceButton.tsx";
import { type Channel, channelModel, type ChannelValues } from "./channelModel.ts";
import { useTranslation } from "react-i18next";
import { channelFields } from "../../../contract/fields/recordTables.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import { ChannelContents } from "./ChannelContents.tsx";
import { TableField } from "../../ui/edit/TableField.tsx";

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
  const of = { form, kind: "channels", table: channelFields } as const;
  return (
    <>
      <TableField {...of} name="name" placeholder={t("channels.namePlaceholder")} />
      <ColorField label={t("fields.color")} {...form.value("color")} />
      <TableField {...of} name="description" />
      <TableField {...of} name="starred" />
      {details !== null && <ChannelContents channel={details} />}
    </>
  );
}
