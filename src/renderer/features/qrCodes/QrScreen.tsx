import IconBroadcast from "@iconify-json/tabler/icons/broadcast";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconFileZip from "@iconify-json/tabler/icons/file-zip";
import IconPrinter from "@iconify-json/tabler/icons/printer";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { removeRecord } from "../../ui/edit/undoToasts.tsx";
import { useBulkDelete } from "../../ui/list/bulk/BulkDelete.tsx";
import type { BulkAction } from "../../ui/list/bulk/BulkBar.tsx";
import { deleteAction, editAction } from "../../ui/list/recordActions.ts";
import { RecordList } from "../../ui/list/RecordList.tsx";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { withChosen } from "../../ui/list/filters/withChosen.ts";
import { useQrColumns } from "./qrColumns.tsx";
import { useQrFilters } from "./qrFilters.ts";
import { mostPrinted, printAddress, takePicture, useReachQuestion } from "./downloadPicture.tsx";
import { QrExport } from "./QrExport.tsx";
import type { z } from "zod";
import { type QrListItem, qrOperations } from "../../../contract/resources/qrCodes.ts";
import { api } from "../../app/client/api.ts";
import { searchParamsOf, type RecordSource } from "../../ui/list/recordSource.ts";
import { RecordPicker } from "../../ui/inputs/RecordPicker.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { BulkChange } from "../../ui/list/bulk/BulkChange.tsx";

/** Many codes into a channel, with what that changes, and one undo. */
function QrToChannel({
  ids,
  close,
  done,
}: {
  readonly ids: readonly number[];
  readonly close: () => void;
  readonly done: () => void;
}) {
  const { t, format } = useI18n();
  const [channel, setChannel] = useState<number | null>(null);
  return (
    <BulkChange
      kind="qr"
      select={{ ids: [...ids] }}
      change={channel === null ? null : { add: { channels: [channel] } }}
      title={t("qr.many.channelTitle", format.counted(ids.length))}
      about={t("qr.many.channelAbout")}
      runLabel={(count) => t("qr.many.put", format.counted(count ?? ids.length))}
      did={(count) => t("qr.many.didPut", format.counted(count))}
      fields={
        <RecordPicker
          kind="channels"
          label={t("qr.channel")}
          value={channel}
          onChange={setChannel}
        />
      }
      close={close}
      done={done}
    />
  );
}

const qrSource: RecordSource<QrListItem> = {
  key: "qr",
  async page(search, { page, limit }, signal) {
    // What the address says was held against the operation's own words before.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const query = { ...searchParamsOf(search), page, limit } as z.input<
      typeof qrOperations.listQrCodes.query
    >;
    const { data } = await api.call("listQrCodes", { query }, signal);
    return { total: data.result, items: data.qrs };
  },
};

/** Whether a parameter of the address is one that the service takes. */
function isQrFilter(param: string, value: string): boolean {
  return qrOperations.listQrCodes.query.safeParse({ [param]: value }).success;
}

interface Begun {
  readonly action: "channel" | "export";
  readonly ids: readonly number[];
  readonly clear: () => void;
}

const idOf = ({ id }: QrListItem) => id;
const nameOf = ({ name }: QrListItem) => name;

/** What a scan of it opens, as far as it is an address of the service. */
function payloadOf({ type, link }: QrListItem): string {
  return type === "link" ? link : "";
}

/** `#/qr`: every code, what it says and how often it was scanned. */
export function QrScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reach = useReachQuestion();
  const [begun, setBegun] = useState<Begun | null>(null);
  const columns = useQrColumns();
  const filters = useQrFilters();
  const removal = useBulkDelete({ kind: "qr", source: qrSource, idOf });
  const open = ({ id }: QrListItem) => void navigate(`/qr/${id}`);
  const create = () => void navigate("/qr/new");
  const print = (ids: readonly number[]) => void navigate(printAddress(ids));

  const actions = useMemo<readonly RowAction<QrListItem>[]>(
    () => [
      editAction(t, open),
      {
        name: "png",
        label: t("qr.list.png"),
        named: (name) => t("qr.list.pngNamed", { name }),
        Icon: IconDownload,
        inRow: true,
        run: (code) =>
          reach.ask(
            [payloadOf(code)],
            () => void takePicture(code.id, { format: "png", size: 1000 }),
          ),
      },
      {
        name: "print",
        label: t("qr.list.print"),
        named: (name) => t("qr.list.printNamed", { name }),
        Icon: IconPrinter,
        run: ({ id }) => print([id]),
      },
      deleteAction(
        t,
        ({ id, name }: QrListItem) =>
          void removeRecord(name, async () => api.call("deleteQrCode", { params: { id } })),
      ),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- neither going elsewhere nor asking changes what it does
    [t],
  );
  const bulk = useMemo<readonly BulkAction[]>(() => {
    const withIds = (go: (ids: readonly number[], clear: () => void) => void) =>
      withChosen(qrSource, idOf, (ids, clear) => go(ids.map(Number), clear));
    return [
      {
        name: "channel",
        label: t("qr.list.toChannel"),
        Icon: IconBroadcast,
        run: withIds((ids, clear) => setBegun({ action: "channel", ids, clear })),
      },
      {
        name: "export",
        label: t("qr.list.export"),
        Icon: IconFileZip,
        isRest: true,
        run: withIds((ids, clear) => setBegun({ action: "export", ids, clear })),
      },
      {
        name: "print",
        label: t("qr.list.print"),
        Icon: IconPrinter,
        isRest: true,
        run: withIds((ids) => print(ids.slice(0, mostPrinted + 1))),
      },
      removal.action,
    ];
    // oxlint-disable-next-line react/exhaustive-deps -- going elsewhere doesn't change what it does
  }, [t, removal.action]);
  const done = () => {
    begun?.clear();
    setBegun(null);
  };
  return (
    <>
      <RecordList
        source={qrSource}
        title={t("qr.title")}
        count={(count, formatted) => t("qr.count", { count, formatted })}
        searchLabel={t("qr.list.search")}
        searchHint={t("qr.list.hint")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={open}
        create={{ label: t("qr.new"), run: create }}
        isTall
        actions={actions}
        bulk={bulk}
        filters={filters}
        accepts={isQrFilter}
        defaultOrder="date"
        empty={{ title: t("qr.list.emptyTitle"), text: t("qr.list.empty") }}
      />
      {removal.dialog}
      {reach.question}
      {begun?.action === "channel" && (
        <QrToChannel ids={begun.ids} close={() => setBegun(null)} done={done} />
      )}
      {begun?.action === "export" && <QrExport ids={begun.ids} close={() => setBegun(null)} />}
    </>
  );
}
