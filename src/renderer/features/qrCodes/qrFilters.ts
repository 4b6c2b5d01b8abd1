import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { qrTypes } from "../../../contract/resources/qrCodes.ts";
import type { FilterField } from "../../ui/list/filters/filters.ts";
import { choiceFilter, eitherFilter } from "../../ui/list/filters/recordFilters.ts";
import { useChannels } from "../../app/client/namedRecords.ts";

/** What codes are filtered by, in the order in which it is offered. */
export function useQrFilters(): readonly FilterField[] {
  const { t } = useTranslation();
  const channels = useChannels().data;
  return useMemo(
    () => [
      choiceFilter(
        t,
        "type",
        t("qr.list.type"),
        qrTypes.map((value) => ({ value, label: t(`qr.types.${value}`) })),
      ),
      choiceFilter(
        t,
        "channel",
        t("qr.list.channel"),
        (channels ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ),
      eitherFilter("unscanned", t("qr.list.scans"), [
        { value: "true", label: t("qr.list.never") },
        { value: "false", label: t("qr.list.onceAtLeast") },
      ]),
    ],
    [t, channels],
  );
}
