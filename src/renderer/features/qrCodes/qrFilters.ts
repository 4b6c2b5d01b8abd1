import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { qrTypes } from "../../../contract/resources/qrCodes.ts";
import type { FilterField } from "../../ui/list/filters/filters.ts";
import { useChannels } from "../../app/client/namedRecords.ts";

/** What codes are filtered by, in the order in which it is offered. */
export function useQrFilters(): readonly FilterField[] {
  const { t } = useTranslation();
  const channels = useChannels().data;
  return useMemo(
    () => [
      {
        name: "type",
        label: t("qr.list.type"),
        operators: [
          {
            param: "type",
            label: t("qr.list.is"),
            values: {
              kind: "choice",
              options: qrTypes.map((value) => ({ value, label: t(`qr.types.${value}`) })),
            },
          },
        ],
      },
      {
        name: "channel",
        label: t("qr.list.channel"),
        operators: [
          {
            param: "channel",
            label: t("qr.list.is"),
            values: {
              kind: "choice",
              options: (channels ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            },
          },
        ],
      },
      {
        name: "unscanned",
        label: t("qr.list.scans"),
        operators: [
          {
            param: "unscanned",
            label: t("qr.list.never"),
            values: { kind: "fixed", value: "true" },
          },
          {
            param: "unscanned",
            label: t("qr.list.onceAtLeast"),
            values: { kind: "fixed", value: "false" },
          },
        ],
      },
    ],
    [t, channels],
  );
}
