import { useTranslation } from "react-i18next";
import { splashPageFields } from "../../../contract/fields/recordTables.ts";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { TableFields } from "../../ui/edit/TableField.tsx";
import { UsedByLinks } from "../../ui/edit/UsedByLinks.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { splashModel, type SplashPage, type SplashValues } from "./splashModel.ts";

export function SplashEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={splashModel}
      place={place}
      title={{ new: t("splash.new"), edit: t("splash.edit"), create: t("splash.create") }}
      Fields={SplashFields}
      Preview={SplashPreview}
      previewLabel={t("splash.preview")}
      Actions={SplashUse}
    />
  );
}

function SplashUse({ details: { id } }: { readonly details: SplashPage }) {
  return <UsedByLinks filter={{ type: String(id) }} />;
}

function SplashFields({ form }: EditorPart<SplashValues, SplashPage>) {
  return <TableFields form={form} kind="splash" table={splashPageFields} />;
}

function SplashPreview({ form }: EditorPart<SplashValues, SplashPage>) {
  const { t } = useTranslation();
  const draft = { page: "splash", values: splashModel.sentOf(form.values) } as const;
  return <VisitorPreview draft={draft} label={t("splash.preview")} />;
}
