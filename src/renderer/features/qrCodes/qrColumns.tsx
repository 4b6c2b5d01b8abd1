import { Group } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { QrListItem } from "../../../contract/resources/qrCodes.ts";
import { ListCount } from "../../ui/list/table/cells.tsx";
import { madeColumn } from "../../ui/list/table/recordColumns.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { useChannels } from "../../app/client/namedRecords.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { QrThumbnail } from "./QrThumbnail.tsx";
import { usePictureAddress } from "./qrPreview.ts";

/** The columns of the list of codes. */
export function useQrColumns(): readonly Column<QrListItem>[] {
  const { t } = useTranslation();
  const channels = useChannels().data;
  const addressOf = usePictureAddress();
  // The service's address is the same as long as it runs.
  const isKnown = addressOf("http://localhost/qr/a", 100) !== null;
  return useMemo<readonly Column<QrListItem>[]>(
    () => [
      {
        name: "name",
        label: t("qr.list.name"),
        track: "minmax(168px, 1fr)",
        isFixed: true,
        narrow: "first",
        sort: { order: "name", first: "asc" },
        cell: ({ name, link }, row) => {
          const source = addressOf(link, 100);
          return (
            <Group component="span" gap={10} wrap="nowrap" miw={0}>
              <QrThumbnail source={source} />
              <bdi className="truncate" title={name} data-mixed={isBidiMixed(name)}>
                {row.mark(name)}
              </bdi>
            </Group>
          );
        },
      },
      {
        name: "leads",
        label: t("qr.list.leads"),
        track: "minmax(0, 1fr)",
        isFixed: true,
        narrow: "second",
        cell: ({ leads, type }, row) => (
          <bdi className="truncate soft" title={leads}>
            {row.mark(type === "link" ? readableAddress(leads) : leads)}
          </bdi>
        ),
      },
      {
        name: "type",
        label: t("qr.list.type"),
        track: "88px",
        from: 640,
        sort: { order: "type", first: "asc" },
        cell: ({ type }) => <span className="truncate soft">{t(`qr.types.${type}`)}</span>,
      },
      {
        name: "scans",
        label: t("qr.list.scans"),
        track: "80px",
        isNumeric: true,
        narrow: "end",
        sort: { order: "scans", first: "desc" },
        cell: ({ scans }, row) => (
          <ListCount value={scans} row={row} inWords={(of) => t("qr.list.scansOf", of)} />
        ),
      },
      {
        name: "channel",
        label: t("qr.list.channel"),
        track: "112px",
        from: 900,
        cell: ({ channel }) => {
          const names = channel.flatMap((id) => channels?.find((one) => one.id === id)?.name ?? []);
          const text = names.join(t("common.comma"));
          return (
            <bdi className="truncate soft" title={text} data-mixed={isBidiMixed(text)}>
              {text}
            </bdi>
          );
        },
      },
      { ...madeColumn(t), label: t("qr.list.made"), from: 760 },
      {
        name: "domain",
        label: t("qr.list.domain"),
        track: "128px",
        isExtra: true,
        cell: ({ domain }) => <bdi className="truncate soft">{new URL(domain).host}</bdi>,
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the address is asked for again once it is known
    [t, channels, isKnown],
  );
}
