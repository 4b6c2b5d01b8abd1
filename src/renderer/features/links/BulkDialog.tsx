import { Checkbox, SegmentedControl, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { TFunction } from "i18next";
import { useState } from "react";
import { replacedParts } from "../../../contract/changes/bulk.ts";
import { writing } from "../../ui/edit/formFields.tsx";
import { MomentInput } from "../../ui/inputs/MomentInput.tsx";
import { NumberField } from "../../ui/inputs/NumberField.tsx";
import { RecordPicker } from "../../ui/inputs/RecordPicker.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { BulkChange, type BulkFields } from "../../ui/list/bulk/BulkChange.tsx";
import type { Chosen } from "../../ui/list/table/selection.ts";
import { BulkRules } from "./BulkRules.tsx";
import { type DialogAction, type BulkValues, changeOf, noValues } from "./bulk.ts";
import { bulkSelectOf } from "./bulkSelect.ts";

export interface Bulk {
  readonly action: DialogAction;
  /** Frozen when it was opened: what is selected later doesn't matter. */
  readonly chosen: Chosen;
}

/** One change of many links. */
export function BulkDialog({
  bulk: { action, chosen },
  close,
  done,
}: {
  readonly bulk: Bulk;
  readonly close: () => void;
  /** It is over, and something was changed. */
  readonly done: () => void;
}) {
  const { t, format } = useI18n();
  const [values, setValues] = useState(noValues);
  const [debounced] = useDebouncedValue(values, 300);
  const choose = (part: Partial<BulkValues>) => setValues({ ...values, ...part });
  const of = (count: number) => format.counted(count);
  return (
    <BulkChange
      kind="links"
      select={bulkSelectOf(chosen)}
      change={changeOf(action, debounced, t)}
      isSettled={debounced === values}
      title={t(`bulk.titles.${action}`, of(chosen.count))}
      about={t(`bulk.about.${action}`)}
      runLabel={(count) => t(`bulk.run.${action}`, of(count ?? chosen.count))}
      did={(count) => t(`bulk.did.${action}`, of(count))}
      isDanger={action === "delete"}
      fields={fieldsOf(action, values, choose, t)}
      close={close}
      done={done}
    />
  );
}

/** Undefined: there is nothing to give, and the keys begin at the buttons. */
function fieldsOf(
  action: DialogAction,
  values: BulkValues,
  choose: (part: Partial<BulkValues>) => void,
  t: TFunction,
): BulkFields {
  switch (action) {
    case "campaign":
      return (
        <>
          {!values.noCampaign && (
            <RecordPicker
              kind="campaigns"
              isFirst
              label={t("fields.campaign")}
              value={values.campaign}
              onChange={(campaign) => choose({ campaign })}
            />
          )}
          <Checkbox
            label={t("bulk.noCampaign")}
            checked={values.noCampaign}
            onChange={(event) => choose({ noCampaign: event.currentTarget.checked })}
          />
        </>
      );
    case "expiry":
      return (
        <>
          {!values.noExpiry && (
            <MomentInput
              isFirst
              label={t("fields.expiry")}
              description=""
              value={values.expiry}
              error={undefined}
              onChange={(expiry) => choose({ expiry })}
            />
          )}
          <Checkbox
            label={t("bulk.noExpiry")}
            checked={values.noExpiry}
            onChange={(event) => choose({ noExpiry: event.currentTarget.checked })}
          />
        </>
      );
    case "schedule":
      return (
        <>
          {!values.noSchedule && (
            <>
              <MomentInput
                isFirst
                isStart
                label={t("fields.starts")}
                description=""
                value={values.starts}
                error={undefined}
                onChange={(starts) => choose({ starts })}
              />
              <NumberField
                label={t("fields.maxclicks")}
                value={values.maxclicks}
                onChange={(maxclicks) => choose({ maxclicks })}
              />
              <TextInput
                label={t("fields.afterurl")}
                placeholder="https://"
                {...writing.address}
                value={values.afterurl}
                onChange={(event) => choose({ afterurl: event.currentTarget.value })}
              />
            </>
          )}
          <Checkbox
            label={t("bulk.noSchedule")}
            checked={values.noSchedule}
            onChange={(event) => choose({ noSchedule: event.currentTarget.checked })}
          />
        </>
      );
    case "rules":
      return (refused) => <BulkRules {...{ values, refused, choose }} />;
    case "replace":
      return (
        <>
          <SegmentedControl
            fullWidth
            aria-label={t("bulk.replace.part")}
            value={values.part}
            onChange={(part) => choose({ part })}
            data={replacedParts.map((value) => ({
              value,
              label: t(`bulk.replace.parts.${value}`),
            }))}
          />
          <TextInput
            data-autofocus
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            label={t(`bulk.replace.from.${values.part}`)}
            placeholder={values.part === "host" ? "old.example.com" : ""}
            value={values.from}
            onChange={(event) => choose({ from: event.currentTarget.value })}
          />
          <TextInput
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            label={t(`bulk.replace.to.${values.part}`)}
            description={values.part === "host" ? undefined : t("bulk.replace.removes")}
            value={values.to}
            onChange={(event) => choose({ to: event.currentTarget.value })}
          />
        </>
      );
    case "archive":
    case "unarchive":
    case "delete":
      return undefined;
  }
}
