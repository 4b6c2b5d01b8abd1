import { useTranslation } from "react-i18next";
import { splashPageFields } from "../../../contract/fields/recordTables.ts";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { TableFields } from "../../ui/edit/TableField.tsx";
import { UsedByLinks } from "../../ui/edit/UsedByLinks.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import type { ResponseOf } from "../../../contract/operation.ts";
import type { splashPageOperations } from "../../../contract/resources/splashPages.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { sending } from "../../ui/edit/recordModel.ts";
import { type FormValues, tableModel } from "../../ui/edit/tableModel.ts";

type SplashPage = ResponseOf<typeof splashPageOperations.getSplashPage>["details"];
type SplashValues = FormValues<typeof splashPageFields>;

const splashModel = tableModel<typeof splashPageFields, SplashPage>(splashPageFields, {
  kind: "splash",
  read: async (id, signal) => (await api.call("getSplashPage", { params: { id } }, signal)).details,
  add: sending("addSplashPage", {}),
  update: (id) => sending("updateSplashPage", { id }),
  refresh: () => queryClient.refresh(["splash"]),
});

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
