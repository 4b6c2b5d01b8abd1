import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import { useTranslation } from "react-i18next";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { CopyAddressButton } from "../../ui/address/CopyButton.tsx";
import { OpenButton, PlaceButton } from "../../app/frame/PlaceButton.tsx";
import { BioFields } from "./BioFields.tsx";
import { bioModel, type BioPage, type BioValues, studioOf } from "./bioModel.ts";

function BioPreview({ form }: EditorPart<BioValues, BioPage>) {
  const { t } = useTranslation();
  return (
    <VisitorPreview
      label={t("bio.preview")}
      draft={{
        page: "bio",
        values: {
          ...bioModel.sentOf(form.values),
          // A page begins with a name, its own or the example's.
          name: form.values.name.trim() || t("bio.namePlaceholder"),
        },
      }}
    />
  );
}

function BioActions({ details }: { readonly details: BioPage }) {
  const { t } = useTranslation();
  const { name, shorturl } = details;
  return (
    <>
      <CopyAddressButton text={shorturl} label={t("common.copyNamed", { name })} />
      <PlaceButton
        to={studioOf(details)}
        label={t("bio.qr")}
        named={t("bio.qrNamed", { name })}
        Icon={IconQrcode}
      />
      <OpenButton
        href={shorturl}
        label={t("common.open")}
        named={t("common.openNamed", { name })}
        Icon={IconExternalLink}
      />
    </>
  );
}

export function BioEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={bioModel}
      place={place}
      title={{ new: t("bio.newTitle"), edit: t("bio.editTitle"), create: t("bio.create") }}
      Fields={BioFields}
      Preview={BioPreview}
      previewLabel={t("bio.preview")}
      Actions={BioActions}
    />
  );
}
