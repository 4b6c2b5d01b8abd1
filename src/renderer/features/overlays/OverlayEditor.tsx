import {
  Checkbox,
  Group,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import IconMail from "@iconify-json/tabler/icons/mail";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { overlayFields } from "../../../contract/fields/recordTables.ts";
import { contactFields, overlayPositions } from "../../../contract/fields/shownFields.ts";
import { ColorField } from "../../ui/inputs/ColorField.tsx";
import type { EditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { type EditorPart, RecordEditor } from "../../ui/edit/RecordEditor.tsx";
import { UsedByLinks } from "../../ui/edit/UsedByLinks.tsx";
import { VisitorPreview } from "../preview/VisitorPreview.tsx";
import { PlaceButton } from "../../app/frame/PlaceButton.tsx";
import classes from "./Overlays.module.css";
import { TableField } from "../../ui/edit/TableField.tsx";
import type { ResponseOf } from "../../../contract/operation.ts";
import type { overlayOperations } from "../../../contract/resources/overlays.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { sending } from "../../ui/edit/recordModel.ts";
import { type FormValues, tableModel } from "../../ui/edit/tableModel.ts";

type Overlay = ResponseOf<typeof overlayOperations.getOverlay>["details"];
type ContactField = (typeof contactFields)[number];
type OverlayValues = FormValues<typeof overlayFields>;

/** What a form asks for that names nothing. */
const usualFields: readonly ContactField[] = ["name", "email", "message"];

const overlayModel = tableModel<typeof overlayFields, Overlay>(overlayFields, {
  kind: "overlays",
  always: ["type"],
  read: async (id, signal) => (await api.call("getOverlay", { params: { id } }, signal)).details,
  add: sending("addOverlay", {}),
  update: (id) => sending("updateOverlay", { id }),
  refresh: () => queryClient.refresh(["overlays"], ["inbox"]),
});

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

function OverlayUse({ details: { id, type } }: { readonly details: Overlay }) {
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

function OverlayFields({ form }: EditorPart<OverlayValues, Overlay>) {
  const { t } = useTranslation();
  const { type, background, foreground } = form.values;
  const isForm = type === "contact";
  const of = { form, kind: "overlays", table: overlayFields } as const;
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t("overlays.fields.type")}
        value={type}
        onChange={(chosen) => form.set("type", chosen)}
        data={[
          { value: "message", label: t("overlays.types.message") },
          { value: "contact", label: t("overlays.types.contact") },
        ]}
      />
      <TableField {...of} name="name" />
      <TableField {...of} name="label" />
      <TableField {...of} name="message" />
      {isForm && <FormFields form={form} />}
      <TableField
        {...of}
        name="button"
        description={t(isForm ? "overlays.sendHint" : "overlays.buttonHint")}
      />
      <TableField {...of} name={isForm ? "thanks" : "link"} />
      <NativeSelect
        label={t("overlays.fields.position")}
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
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ColorField
          {...form.value("foreground")}
          label={t("overlays.fields.foreground")}
          against={{ color: background, label: t("overlays.fields.background") }}
        />
        <ColorField
          {...form.value("background")}
          label={t("overlays.fields.background")}
          against={{ color: foreground, label: t("overlays.fields.foreground") }}
        />
      </SimpleGrid>
    </>
  );
}

/** Each of them is required of visitors; they stand in the order in which they were ticked. */
function FormFields({ form }: Pick<EditorPart<OverlayValues, Overlay>, "form">) {
  const { t } = useTranslation();
  const hint = useId();
  const fields = form.values.fields.length === 0 ? usualFields : form.values.fields;
  return (
    <fieldset className={classes.asked} aria-describedby={hint}>
      <legend>{t("overlays.fields.fields")}</legend>
      <Group gap="8px 16px" align="stretch">
        {contactFields.map((name) => (
          <Checkbox
            key={name}
            label={t(`overlays.formFields.${name}`)}
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
      </Group>
      <Text id={hint} inherit mt={4} c="dimmed" fz={12} lh={1.45}>
        {t("overlays.hints.fields")}
      </Text>
    </fieldset>
  );
}

function OverlayPreview({ form }: EditorPart<OverlayValues, Overlay>) {
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
    <Stack gap="sm">
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
    </Stack>
  );
}
