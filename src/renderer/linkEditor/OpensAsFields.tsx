import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Choices } from "../edit/Choices.tsx";
import { Field } from "../edit/Field.tsx";
import { RecordPicker } from "../edit/RecordPicker.tsx";
import type { RecordForm } from "../edit/useRecordForm.ts";
import type { LinkValues } from "./linkModel.ts";
import { type Opening, openingOf, typeOf } from "./opening.ts";

/** How visitors get there, and by which page. */
export function OpensAsFields({ form }: { readonly form: RecordForm<LinkValues> }) {
  const { t } = useTranslation();
  const labelId = useId();
  const { kind, id } = openingOf(form.values.type);
  const set = (opening: Opening) => form.set("type", typeOf(opening));
  return (
    <Field form={form} name="type">
      <span id={labelId} className="visuallyHidden">
        {t("linkEditor.type")}
      </span>
      <Choices
        labelledBy={labelId}
        value={kind}
        options={(["direct", "frame", "splash", "overlay"] as const).map((value) => ({
          value,
          label: t(`linkEditor.opens.${value}`),
          hint: t(`linkEditor.opensHint.${value}`),
        }))}
        choose={(chosen) => set({ kind: chosen, id: null })}
      />
      {kind === "splash" && (
        <RecordPicker
          kind="splash"
          label={t("linkEditor.whichSplash")}
          placeholder={t("linkEditor.ownSplash")}
          value={id}
          error={form.fault("type")}
          onChange={(chosen) => set({ kind, id: chosen })}
        />
      )}
      {kind === "overlay" && (
        <RecordPicker
          kind="overlays"
          label={t("linkEditor.whichOverlay")}
          placeholder={t("linkEditor.chooseOverlay")}
          value={id}
          error={form.fault("type")}
          onChange={(chosen) => set({ kind, id: chosen })}
        />
      )}
    </Field>
  );
}
