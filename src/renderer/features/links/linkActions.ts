import IconArchive from "@iconify-json/tabler/icons/archive";
import IconArchiveOff from "@iconify-json/tabler/icons/archive-off";
import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import IconCopy from "@iconify-json/tabler/icons/copy";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import IconTag from "@iconify-json/tabler/icons/tag";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { ListedLink } from "./linkSource.ts";
import { deleteAction, editAction } from "../../ui/list/recordActions.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import type { BulkActionName } from "./bulk.ts";

interface Ways {
  readonly show: (link: ListedLink) => void;
  readonly edit: (link: ListedLink) => void;
  readonly showQr: (link: ListedLink) => void;
  readonly remove: (link: ListedLink) => void;
  readonly copyEncoded: (link: ListedLink) => void;
  /** Begins a change of this one link as if it were many. */
  readonly start: (action: BulkActionName, link: ListedLink) => void;
}

/** What the list does with one of its links; `ways` are the same for as long as the list is there. */
export function useLinkActions(ways: Ways): readonly RowAction<ListedLink>[] {
  const { t } = useTranslation();
  return useMemo<readonly RowAction<ListedLink>[]>(
    () => [
      editAction(t, ways.edit),
      {
        name: "qr",
        label: t("common.qr"),
        named: (name) => t("common.qrNamed", { name }),
        Icon: IconQrcode,
        key: "Q",
        inRow: true,
        run: ways.showQr,
      },
      {
        name: "details",
        label: t("common.details"),
        named: (name) => t("common.detailsNamed", { name }),
        Icon: IconChartLine,
        run: ways.show,
      },
      {
        name: "open",
        label: t("common.open"),
        named: (name) => t("common.openNamed", { name }),
        Icon: IconExternalLink,
        href: ({ shorturl }) => shorturl,
      },
      {
        name: "copyEncoded",
        label: t("links.copyEncoded"),
        named: () => t("links.copyEncoded"),
        Icon: IconCopy,
        isFor: ({ shorturl }) => /%[0-9a-f]{2}/i.test(new URL(shorturl).href),
        run: ways.copyEncoded,
      },
      {
        name: "tag",
        label: t("bulk.actions.tag"),
        named: () => t("bulk.actions.tag"),
        Icon: IconTag,
        key: "T",
        run: (link) => ways.start("tag", link),
      },
      {
        name: "archive",
        label: t("bulk.actions.archive"),
        named: () => t("bulk.actions.archive"),
        Icon: IconArchive,
        key: "A",
        isFor: ({ archived }) => !archived,
        run: (link) => ways.start("archive", link),
      },
      {
        name: "unarchive",
        label: t("bulk.actions.unarchive"),
        named: () => t("bulk.actions.unarchive"),
        Icon: IconArchiveOff,
        key: "A",
        isFor: ({ archived }) => archived,
        run: (link) => ways.start("unarchive", link),
      },
      deleteAction(t, ways.remove),
    ],
    [t, ways],
  );
}
