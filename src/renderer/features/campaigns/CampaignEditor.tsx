import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import { useTranslation } from "react-i18next";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { PlaceButton } from "../../app/frame/PlaceButton.tsx";
import { CampaignFields } from "./CampaignFields.tsx";
import { type Campaign, campaignModel, type CampaignValues } from "./campaignModel.ts";

function CampaignPreview({ form, details }: EditorPart<CampaignValues, Campaign>) {
  const { t } = useTranslation();
  return (
    <VisitorPreview
      label={t("campaigns.preview")}
      draft={{
        page: "campaign",
        values: { name: form.values.name },
        ...(details !== null && { campaign: details.id }),
      }}
    />
  );
}

function CampaignActions({ details: { id, name } }: { readonly details: Campaign }) {
  const { t } = useTranslation();
  return (
    <PlaceButton
      to={`/statistics?campaign=${id}`}
      label={t("list.statistics")}
      named={t("list.statisticsNamed", { name })}
      Icon={IconChartLine}
    />
  );
}

export function CampaignEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={campaignModel}
      place={place}
      title={{
        new: t("campaigns.newTitle"),
        edit: t("campaigns.editTitle"),
        create: t("campaigns.create"),
      }}
      Fields={CampaignFields}
      Preview={CampaignPreview}
      previewLabel={t("campaigns.preview")}
      Actions={CampaignActions}
      // What is in it is put in once it is there.
      goOn={place.openEdit}
    />
  );
}
