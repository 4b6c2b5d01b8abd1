import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import { useTranslation } from "react-i18next";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { PlaceButton } from "../../app/frame/PlaceButton.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import { type Channel, channelModel } from "./channelModel.ts";

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
