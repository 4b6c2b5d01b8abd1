import { useTranslation } from "react-i18next";
import type { ShownDomain } from "../../../contract/resources/domains.ts";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { UsedByLinks } from "../../ui/edit/UsedByLinks.tsx";
import { domainModel, type DomainValues } from "./domainModel.ts";
import { DomainSteps } from "./DomainSteps.tsx";
import { TextField } from "../../ui/edit/formFields.tsx";

export function DomainEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={domainModel}
      place={place}
      title={{ new: t("domains.new"), edit: t("domains.edit"), create: t("domains.create") }}
      Fields={DomainFields}
      Preview={DomainSteps}
      previewLabel={t("domains.setUp")}
      Actions={DomainUse}
    />
  );
}

function DomainUse({ details: { domain } }: { readonly details: ShownDomain }) {
  return <UsedByLinks filter={{ domain }} />;
}

function DomainFields({ form }: EditorPart<DomainValues, ShownDomain>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        form={form}
        name="domain"
        writes="address"
        label={t("domains.fields.domain")}
        description={t(form.isNew ? "domains.hints.domain" : "domains.domainKept")}
        placeholder="https://go.example.org"
        readOnly={!form.isNew}
        required={form.isNew}
        data-autofocus={form.isNew || undefined}
      />
      <TextField
        form={form}
        name="redirectroot"
        writes="address"
        data-autofocus={!form.isNew || undefined}
        label={t("domains.fields.redirectroot")}
        description={t("domains.hints.redirectroot")}
      />
      <TextField
        form={form}
        name="redirect404"
        writes="address"
        label={t("domains.fields.redirect404")}
        description={t("domains.hints.redirect404")}
      />
    </>
  );
}
