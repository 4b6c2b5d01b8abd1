import { useTranslation } from "react-i18next";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { Field } from "../../ui/edit/Field.tsx";
import { NumberField } from "../../ui/inputs/NumberField.tsx";
import { PictureField } from "../../ui/inputs/PictureField.tsx";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { UsedByLinks } from "../../ui/edit/UsedByLinks.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { splashModel, type SplashValues } from "./splashModel.ts";
import { TextField, TextareaField } from "../../ui/edit/formFields.tsx";

interface Kept {
  readonly id: number;
}

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

function SplashUse({ details: { id } }: { readonly details: Kept }) {
  return <UsedByLinks filter={{ type: String(id) }} />;
}

function SplashFields({ form }: EditorPart<SplashValues, Kept>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        form={form}
        name="name"
        label={t("splash.name")}
        description={t("splash.nameHint")}
        required
        data-autofocus
      />
      <TextField
        form={form}
        name="title"
        label={t("splash.heading")}
        description={t("splash.headingHint")}
      />
      <TextareaField
        form={form}
        name="message"
        label={t("splash.message")}
        autosize
        minRows={2}
        maxRows={8}
      />
      <Field form={form} name="banner">
        <PictureField {...form.value("banner")} label={t("splash.banner")} />
      </Field>
      <Field form={form} name="logo">
        <PictureField {...form.value("logo")} label={t("splash.logo")} />
      </Field>
      <TextField
        form={form}
        name="link"
        writes="address"
        label={t("splash.link")}
        description={t("splash.linkHint")}
      />
      <Field form={form} name="delay">
        <NumberField
          {...form.value("delay")}
          label={t("splash.delay")}
          description={t("splash.delayHint")}
        />
      </Field>
    </>
  );
}

function SplashPreview({ form }: EditorPart<SplashValues, Kept>) {
  const { t } = useTranslation();
  const draft = { page: "splash", values: splashModel.sentOf(form.values) } as const;
  return <VisitorPreview draft={draft} label={t("splash.preview")} />;
}
