import { useState } from "react";
import { useTranslation } from "react-i18next";
import { RecordPicker } from "../../ui/inputs/RecordPicker.tsx";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { BulkChange } from "../../ui/list/bulk/BulkChange.tsx";

/** Many codes into a channel, with what that changes, and one undo. */
export function QrToChannel({
  ids,
  close,
  done,
}: {
  readonly ids: readonly number[];
  readonly close: () => void;
  readonly done: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [channel, setChannel] = useState<number | null>(null);
  return (
    <BulkChange
      kind="qr"
      select={{ ids: [...ids] }}
      change={channel === null ? null : { add: { channels: [channel] } }}
      title={t("qr.many.channelTitle", { count: ids.length, formatted: format.number(ids.length) })}
      about={t("qr.many.channelAbout")}
      runLabel={(count) => t("qr.many.put", { count, formatted: format.number(count) })}
      did={(count) => t("qr.many.didPut", { count, formatted: format.number(count) })}
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
