import { Checkbox, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { useService } from "../../../app/client/queries.ts";
import { writing } from "../../../ui/edit/formFields.tsx";
import type { EditorPart } from "../../../ui/edit/RecordEditor.tsx";
import { MomentInput } from "../../../ui/inputs/MomentInput.tsx";
import { NumberField } from "../../../ui/inputs/NumberField.tsx";
import { UsedClicks } from "../LimitsFacts.tsx";
import type { LinkValues } from "./linkModel.ts";

/** When the link begins and ends to lead somewhere, and where visits go before and after. */
export function ScheduleFields({ form, details: link }: EditorPart<LinkValues, LinkDetails>) {
  const { t } = useTranslation();
  const service = useService();
  const { values } = form;
  return (
    <>
      <MomentInput
        {...form.value("starts")}
        label={t("fields.starts")}
        isStart
        description={t("schedule.startsHint", { timeZone: service.data?.timeZone ?? "…" })}
      />
      {(values.starts !== "" || values.startspublic || values.beforeurl !== "") && (
        <>
          <TextInput
            {...form.text("beforeurl")}
            label={t("fields.beforeurl")}
            description={t("schedule.beforeHint")}
            placeholder="https://"
            {...writing.address}
          />
          <Checkbox
            {...form.check("startspublic")}
            label={t("schedule.startsPublic")}
            description={t("schedule.startsPublicHint")}
            disabled={values.beforeurl.trim() !== ""}
          />
        </>
      )}
      <NumberField
        {...form.value("maxclicks")}
        label={t("fields.maxclicks")}
        description={t("schedule.maxClicksHint")}
      />
      {link !== null && /^\d+$/.test(values.maxclicks) && (
        <Text inherit mt={-8} fz={12} c="dimmed">
          <UsedClicks id={link.id} most={Number(values.maxclicks)} />
        </Text>
      )}
      <TextInput
        {...form.text("afterurl")}
        label={t("fields.afterurl")}
        description={t("schedule.afterHint")}
        placeholder="https://"
        {...writing.address}
      />
    </>
  );
}
