import type { DownloadedFile } from "../../app/client/client.ts";
import { api } from "../../app/client/api.ts";

/** Hands a file to the browser, which puts it where its owner keeps downloads. */
export function saveFile({ name, content }: DownloadedFile): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has begun to read it by the time that the next task runs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The rows that an import left out, as they were in its file, each with the reason. */
export async function downloadFailures(job: number): Promise<void> {
  saveFile(await api.download("importFailures", { params: { id: job } }));
}
