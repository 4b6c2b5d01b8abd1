import { Button, Group } from "@mantine/core";
import { useRef, useState } from "react";
import type { SendOptions } from "../../../app/client/client.ts";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { sizeText } from "../../../i18n/format.ts";
import { ProgressBar } from "../../jobs/ProgressBar.tsx";
import classes from "../Exchange.module.css";

/** Bytes from which a file on its way is worth a bar: less is there at once. */
export const largeFile = 5_000_000;

interface Sending {
  readonly file: File;
  /** How many of its bytes have gone. */
  readonly bytes: number;
}

/** One file at a time on its way to the service. */
export function useUpload() {
  const [sending, setSending] = useState<Sending | null>(null);
  const under = useRef<AbortController | null>(null);
  return {
    /** Null where none is under way, or one so small that nobody waits for it. */
    large: sending !== null && sending.file.size >= largeFile ? sending : null,
    stop: () => under.current?.abort(),
    async send<Answer>(
      file: File,
      through: (options: SendOptions) => Promise<Answer>,
    ): Promise<Answer> {
      under.current = new AbortController();
      setSending({ file, bytes: 0 });
      try {
        const { signal } = under.current;
        return await through({ signal, onProgress: (bytes) => setSending({ file, bytes }) });
      } finally {
        setSending(null);
      }
    },
  };
}

/** What a promise fails with when its reader stopped it. */
export function wasStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** How much of a large file has gone, and the way to stop it. */
export function UploadProgress({
  file,
  bytes,
  stop,
}: Sending & {
  readonly stop: () => void;
}) {
  const { t, format } = useI18n();
  return (
    <div className={classes.panel}>
      <ProgressBar
        name={t("import.sending", { name: `\u2068${file.name}\u2069` })}
        valueText={t("jobs.of", {
          done: sizeText(bytes, t, format),
          total: sizeText(file.size, t, format),
        })}
        done={bytes}
        total={file.size}
      />
      {/* Once all of it is there, what it asks for is being done. */}
      {bytes < file.size && (
        <Group gap={8}>
          <Button size="xs" onClick={stop}>
            {t("common.cancel")}
          </Button>
        </Group>
      )}
    </div>
  );
}
