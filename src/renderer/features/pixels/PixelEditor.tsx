import { NativeSelect, Stack, Text } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import { useTranslation } from "react-i18next";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { UsedByLinks } from "../../ui/edit/UsedByLinks.tsx";
import classes from "./Pixels.module.css";
import { isOdd, type Pixel, pixelModel, type PixelValues } from "./pixelModel.ts";
import { platformOf, platforms } from "./platforms.ts";
import { TextField } from "../../ui/edit/formFields.tsx";

export function PixelEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={pixelModel}
      place={place}
      title={{ new: t("pixels.new"), edit: t("pixels.edit"), create: t("pixels.create") }}
      Fields={PixelFields}
      Preview={PixelFacts}
      previewLabel={t("pixels.facts")}
      Actions={PixelUse}
    />
  );
}

function PixelUse({ details: { id } }: { readonly details: Pixel }) {
  return <UsedByLinks filter={{ pixel: String(id) }} />;
}

function PixelFields({ form }: EditorPart<PixelValues, Pixel>) {
  const { t } = useTranslation();
  const { type } = form.values;
  const platform = type === "" ? null : platformOf(type);
  // What is refused isn't taken with a doubt.
  const isDoubtful = isOdd(form.values) && form.fault("tag") === undefined;
  return (
    <>
      <NativeSelect
        label={t("pixels.fields.type")}
        description={form.isNew ? undefined : t("pixels.platformKept")}
        disabled={!form.isNew}
        value={type}
        onChange={({ currentTarget: { value } }) => {
          const chosen = platforms.find((one) => one.type === value);
          if (chosen !== undefined) form.set("type", chosen.type);
        }}
        error={form.fault("type")}
        required
        data={[
          ...(type === "" ? [{ value: "", label: t("pixels.choose") }] : []),
          ...platforms.map((one) => ({ value: one.type, label: one.name })),
        ]}
      />
      <TextField
        form={form}
        name="name"
        label={t("pixels.fields.name")}
        description={t("pixels.hints.name")}
        required
        data-autofocus
      />
      <TextField
        form={form}
        name="tag"
        writes="code"
        label={t("pixels.fields.tag")}
        description={
          platform !== null && (
            <>
              {t("pixels.looksLike")} <bdi dir="ltr">{platform.example}</bdi>
            </>
          )
        }
        required
        data-doubt={isDoubtful || undefined}
      />
      <div role="status">
        {isDoubtful && platform !== null && (
          <p className={classes.odd}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            <span>{t("pixels.odd", { platform: platform.name, example: platform.example })}</span>
          </p>
        )}
      </div>
      {type !== "" && (
        <Text inherit c="dimmed" fz={13}>
          {t(`pixels.where.${type}`)}
        </Text>
      )}
    </>
  );
}

/** What it does to visitors, and when. */
function PixelFacts() {
  const { t } = useTranslation();
  return (
    <Stack className={classes.facts} gap="xs" fz={13}>
      <h3>{t("pixels.fires")}</h3>
      <ul className="points soft">
        <li>{t("pixels.firesVisit")}</li>
        <li>{t("pixels.firesQr")}</li>
        <li>{t("pixels.firesOnce")}</li>
      </ul>
      <h3>{t("pixels.firesNot")}</h3>
      <ul className="points soft">
        <li>{t("pixels.firesNotBots")}</li>
        <li>{t("pixels.firesNotAsked")}</li>
        <li>{t("pixels.firesNotClosed")}</li>
        <li>{t("pixels.firesNotPages")}</li>
      </ul>
      <h3>{t("pixels.toKnow")}</h3>
      <p>{t("pixels.slower")}</p>
      <p>{t("pixels.others")}</p>
    </Stack>
  );
}
