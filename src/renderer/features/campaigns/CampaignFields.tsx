import { Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { bounds } from "../../../contract/fields.ts";
import { Field } from "../../ui/edit/Field.tsx";
import type { EditorPart } from "../../ui/edit/RecordEditor.tsx";
import { useService } from "../../app/client/queries.ts";
import { Address } from "../../ui/address/Address.tsx";
import { CampaignAddresses } from "./CampaignAddresses.tsx";
import { CampaignLinks } from "./CampaignLinks.tsx";
import type { Campaign, CampaignValues } from "./campaignModel.ts";

export function CampaignFields({ form, details }: EditorPart<CampaignValues, Campaign>) {
  const { t } = useTranslation();
  const base = useService().data?.shortBase;
  const slug = form.values.slug.trim();
  return (
    <>
      <Field form={form} name="name">
        <TextInput
          {...form.text("name")}
          className="anyScript"
          label={t("campaigns.name")}
          placeholder={t("campaigns.namePlaceholder")}
          autoComplete="off"
          maxLength={bounds.title}
          required
          data-autofocus
        />
      </Field>
      <Field form={form} name="slug">
        <TextInput
          {...form.text("slug")}
          label={t("campaigns.slug")}
          description={
            base !== undefined && slug !== "" ? (
              <Address of={`${base}/r/${slug}`} />
            ) : (
              t("campaigns.slugHint")
            )
          }
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={bounds.alias}
        />
      </Field>
      <Field
        form={form}
        name="isPublic"
        shown={(isPublic) => t(isPublic ? "common.on" : "common.off")}
      >
        <Switch
          {...form.check("isPublic")}
          label={t("campaigns.public")}
          description={t("campaigns.publicHint")}
        />
      </Field>
      {details !== null && <CampaignAddresses campaign={details} />}
      {details !== null && <CampaignLinks campaign={details} />}
    </>
  );
}
