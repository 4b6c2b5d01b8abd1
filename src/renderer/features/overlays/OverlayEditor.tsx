import { Checkbox, NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import IconMail from "@iconify-json/tabler/icons/mail";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { contactFields, overlayPositions } from "../../../contract/recordTables.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { Field } from "../../ui/edit/Field.tsx";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { UsedByLinks } from "../../ui/edit/UsedByLinks.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { PlaceButton } from "../../app/frame/PlaceButton.tsx";
import classes from "./Overlays.module.css";
import { overlayModel, type OverlayValues, usualFields } from "./overlayModel.ts";
import { TextField, TextareaField } from "../../ui/edit/formFields.tsx";

interface Kept {
  readonly id: number;
  readonly type: OverlayValues["type"];
}

export function OverlayEditor({ place }: { readonly place: EditorRoute }) {
  const { t } = useTranslation();
  return (
    <RecordEditor
      model={overlayModel}
      place={place}
      title={{ new: t("overlays.new"), edit: t("overlays.edit"), create: t("overlays.create") }}
      Fields={OverlayFields}
      Preview={OverlayPreview}
      previewLabel={t("overlays.preview")}
      Actions={OverlayUse}
    />
  );
}

function OverlayUse({ details: { id, type } }: { readonly details: Kept }) {
  const { t } = useTranslation();
  return (
    <>
      {type === "contact" && (
        <PlaceButton
          to={`/inbox?overlay=${id}`}
          label={t("overlays.received")}
          named={t("overlays.received")}
          Icon={IconMail}
        />
      )}
      <UsedByLinks filter={{ type: `overlay-${id}` }} />
    </>
  );
}

function OverlayFields({ form }: EditorPart<OverlayValues, Kept>) {
  const { t } = useTranslation();
  const { type, background, foreground } = form.values;
  const isForm = type === "contact";
  return (
    <>
      <Field form={form} name="type" shown={(value) => t(`overlays.types.${value}`)}>
        <SegmentedControl
          fullWidth
          aria-label={t("overlays.type")}
          value={type}
          onChange={(chosen) => form.set("type", chosen)}
          data={[
            { value: "message", label: t("overlays.types.message") },
            { value: "contact", label: t("overlays.types.contact") },
          ]}
        />
      </Field>
      <TextField
        form={form}
        name="name"
        label={t("overlays.name")}
        description={t("overlays.nameHint")}
        required
        data-autofocus
      />
      <TextField form={form} name="label" label={t("overlays.label")} />
      <TextareaField
        form={form}
        name="message"
        label={t("overlays.message")}
        autosize
        minRows={2}
        maxRows={8}
      />
      {isForm && <AskedFor form={form} />}
      <TextField
        form={form}
        name="button"
        label={t("overlays.button")}
        description={t(isForm ? "overlays.sendHint" : "overlays.buttonHint")}
      />
      {isForm ? (
        <TextareaField
          form={form}
          name="thanks"
          label={t("overlays.thanks")}
          description={t("overlays.thanksHint")}
          autosize
          minRows={1}
          maxRows={6}
        />
      ) : (
        <TextField
          form={form}
          name="link"
          writes="address"
          label={t("overlays.link")}
          description={t("overlays.linkHint")}
        />
      )}
      <Field form={form} name="position" shown={(value) => t(`overlays.positions.${value}`)}>
        <NativeSelect
          label={t("overlays.position")}
          value={form.values.position}
          onChange={({ currentTarget: { value } }) => {
            const chosen = overlayPositions.find((one) => one === value);
            if (chosen !== undefined) form.set("position", chosen);
          }}
          data={overlayPositions.map((value) => ({
            value,
            label: t(`overlays.positions.${value}`),
          }))}
        />
      </Field>
      <div className={classes.colours}>
        <Field form={form} name="foreground">
          <ColorField
            {...form.value("foreground")}
            label={t("overlays.foreground")}
            against={{ color: background, label: t("overlays.background") }}
          />
        </Field>
        <Field form={form} name="background">
          <ColorField
            {...form.value("background")}
            label={t("overlays.background")}
            against={{ color: foreground, label: t("overlays.foreground") }}
          />
        </Field>
      </div>
    </>
  );
}

/** Each of them is required of visitors; they stand in the order in which they were ticked. */
function AskedFor({ form }: Pick<EditorPart<OverlayValues, Kept>, "form">) {
  const { t } = useTranslation();
  const hint = useId();
  const fields = form.values.fields.length === 0 ? usualFields : form.values.fields;
  const said = (value: OverlayValues["fields"]) =>
    value.map((name) => t(`overlays.fields.${name}`)).join(t("common.comma"));
  return (
    <Field form={form} name="fields" shown={said}>
      <fieldset className={classes.asked} aria-describedby={hint}>
        <legend>{t("overlays.asked")}</legend>
        <div className={classes.boxes}>
          {contactFields.map((name) => (
            <Checkbox
              key={name}
              label={t(`overlays.fields.${name}`)}
              checked={fields.includes(name)}
              // A form asks for something.
              disabled={fields.length === 1 && fields.includes(name)}
              onChange={({ currentTarget }) =>
                form.set(
                  "fields",
                  currentTarget.checked
                    ? [...fields, name]
                    : fields.filter((other) => other !== name),
                )
              }
            />
          ))}
        </div>
        <p id={hint} className={classes.hint}>
          {t("overlays.askedHint")}
        </p>
      </fieldset>
    </Field>
  );
}

function OverlayPreview({ form }: EditorPart<OverlayValues, Kept>) {
  const { t } = useTranslation();
  const [isThanked, setThanked] = useState(false);
  const [isAlone, setAlone] = useState(false);
  const isForm = form.values.type === "contact";
  const draft = {
    page: "overlay",
    values: overlayModel.sentOf(form.values),
    thanked: isForm && isThanked,
    framed: !isAlone,
  } as const;
  return (
    <div className={classes.preview}>
      <VisitorPreview draft={draft} label={t("overlays.preview")} />
      {isForm && (
        <Switch
          label={t("overlays.showThanks")}
          checked={isThanked}
          onChange={({ currentTarget }) => setThanked(currentTarget.checked)}
        />
      )}
      <Switch
        label={t("overlays.showAlone")}
        checked={isAlone}
        onChange={({ currentTarget }) => setAlone(currentTarget.checked)}
      />
    </div>
  );
}
