import { Button, Group, Modal, SegmentedControl, Stack } from "@mantine/core";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconPrinter from "@iconify-json/tabler/icons/printer";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { api } from "../../app/client/api.ts";
import { saveFile } from "../exchange/download.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { toast } from "../../ui/messages/toasts.tsx";
import { useService } from "../../app/client/queries.ts";
import { mostPrinted, printAddress, useReachQuestion } from "./downloadPicture.tsx";
import { PngSize } from "./PictureButtons.tsx";
import classes from "./Qr.module.css";

/** What begins each file of a zip (APPNOTE.TXT, 4.3.7). */
const header = [0x50, 0x4b, 0x03, 0x04] as const;

/** Counts the files of a zip while it comes, piece by piece, wherever the pieces are cut. */
function createZipCount(): (piece: Uint8Array) => number {
  let files = 0;
  let met = 0;
  return (piece) => {
    for (const byte of piece) {
      met = byte === header[met] ? met + 1 : byte === header[0] ? 1 : 0;
      if (met < header.length) continue;
      files += 1;
      met = 0;
    }
    return files;
  };
}

/** The pictures of many codes as one zip: how far it is, and the way to stop it. */
export function QrExport({
  ids,
  close,
}: {
  readonly ids: readonly number[];
  readonly close: () => void;
}) {
  const { t, format } = useI18n();
  const base = useService().data?.shortBase;
  const reach = useReachQuestion();
  const [kind, setKind] = useState<"png" | "svg">("png");
  const [size, setSize] = useState<number>(1000);
  const [drawn, setDrawn] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const under = useRef<AbortController | null>(null);
  const leave = () => {
    under.current?.abort();
    close();
  };

  async function take(): Promise<void> {
    const stopping = new AbortController();
    under.current = stopping;
    setFailure(null);
    setDrawn(0);
    const count = createZipCount();
    try {
      const body = { ids: [...ids], format: kind, ...(kind === "png" && { size }) };
      const file = await api.download("exportQrCodes", { body }, stopping.signal, (piece) => {
        setDrawn(count(piece));
      });
      saveFile(file);
      toast({ text: t("qr.saved", { name: `\u2068${file.name}\u2069` }) });
      close();
    } catch (error) {
      if (!stopping.signal.aborted) setFailure(error);
    } finally {
      setDrawn(null);
    }
  }

  return (
    <Modal
      opened
      onClose={leave}
      title={t("qr.many.exportTitle", format.counted(ids.length))}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <SegmentedControl
          aria-label={t("qr.many.format")}
          value={kind}
          onChange={setKind}
          data={[
            { value: "png", label: "PNG" },
            { value: "svg", label: "SVG" },
          ]}
        />
        {kind === "png" && <PngSize label={t("qr.pngSize")} pixels={size} choose={setSize} />}
        {drawn !== null && (
          <div>
            <p role="status">
              {t("qr.many.drawn", { done: format.number(drawn), total: format.number(ids.length) })}
            </p>
            <progress
              className={classes.progress}
              aria-label={t("qr.many.zip")}
              value={drawn}
              max={ids.length}
            />
          </div>
        )}
        {failure !== null && <FailureNotice error={failure} retry={() => void take()} />}
        <Group gap="xs" align="stretch" mt="md">
          <Button
            variant="filled"
            disabled={drawn !== null}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => reach.ask([base ?? ""], () => void take())}
          >
            {t("qr.many.zip")}
          </Button>
          {drawn === null && ids.length <= mostPrinted && (
            <Button
              component={Link}
              to={printAddress(ids)}
              leftSection={<IconPrinter size={16} aria-hidden="true" />}
              onClick={close}
            >
              {t("qr.sheet.title")}
            </Button>
          )}
          <Button onClick={leave}>{t("common.cancel")}</Button>
        </Group>
      </Stack>
      {reach.question}
    </Modal>
  );
}
