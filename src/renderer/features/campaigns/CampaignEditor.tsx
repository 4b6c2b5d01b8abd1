import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { PlaceButton } from "../../app/frame/PlaceButton.tsx";
import { type Campaign, campaignModel, type CampaignValues } from "./campaignModel.ts";
import { useTranslation } from "react-i18next";
import { campaignFields } from "../../../contract/fields/recordTables.ts";
import { useService } from "../../app/client/queries.ts";
import { Address } from "../../ui/address/Address.tsx";
import { CampaignAddresses } from "./CampaignAddresses.tsx";
import { CampaignLinks } from "./CampaignLinks.tsx";
import { TableField } from "../../ui/edit/TableField.tsx";

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

function CampaignFields({ form, details }: EditorPart<CampaignValues, Campaign>) {
  const { t } = useTranslation();
  const base = useService().data?.shortBase;
  const slug = form.values.slug.trim();
  const of = { form, kind: "campaigns", table: campaignFields } as const;
  return (
    <>
      <TableField {...of} name="name" placeholder={t("campaigns.namePlaceholder")} />
      <TableField
        {...of}
        name="slug"
        {...(base !== undefined &&
          slug !== "" && { description: <Address of={`${base}/r/${slug}`} /> })}
      />
      <TableField {...of} name="public" />
      {details !== null && <CampaignAddresses campaign={details} />}
      {details !== null && <CampaignLinks campaign={details} />}
    </>
  );
}
