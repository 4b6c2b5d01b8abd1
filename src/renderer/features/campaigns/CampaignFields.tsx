import { useTranslation } from "react-i18next";
import { bounds } from "../../../contract/fields.ts";
import type { EditorPart } from "../../ui/edit/RecordEditor.tsx";
import { useService } from "../../app/client/queries.ts";
import { Address } from "../../ui/address/Address.tsx";
import { CampaignAddresses } from "./CampaignAddresses.tsx";
import { CampaignLinks } from "./CampaignLinks.tsx";
import type { Campaign, CampaignValues } from "./campaignModel.ts";
import { TextField, SwitchField } from "../../ui/edit/formFields.tsx";

export function CampaignFields({ form, details }: EditorPart<CampaignValues, Campaign>) {
  const { t } = useTranslation();
  const base = useService().data?.shortBase;
  const slug = form.values.slug.trim();
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t("campaigns.name")}
        placeholder={t("campaigns.namePlaceholder")}
        autoComplete="off"
        maxLength={bounds.title}
        required
        data-autofocus
      />
      <TextField
        form={form}
        name="slug"
        writes="code"
        label={t("campaigns.slug")}
        description={
          base !== undefined && slug !== "" ? (
            <Address of={`${base}/r/${slug}`} />
          ) : (
            t("campaigns.slugHint")
          )
        }
        maxLength={bounds.alias}
      />
      <SwitchField
        form={form}
        name="isPublic"
        label={t("campaigns.public")}
        description={t("campaigns.publicHint")}
      />
      {details !== null && <CampaignAddresses campaign={details} />}
      {details !== null && <CampaignLinks campaign={details} />}
    </>
  );
}
