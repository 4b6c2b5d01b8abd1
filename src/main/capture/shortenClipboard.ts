import { CallRefused, type ServiceCalls } from "../serviceCalls.ts";
import type { Translate } from "../words/words.ts";
import type { Notice } from "../life/notice.ts";
import { webAddress } from "./asked.ts";

export interface ClipboardPorts {
  readonly clipboard: {
    readText(): Promise<string>;
    writeText(text: string): Promise<void>;
  };
  readonly calls: Pick<ServiceCalls, "addLink">;
  readonly t: Translate;
  readonly show: (notice: Notice) => void;
}

/** A long address on the clipboard becomes a short one; what came of it is told, whatever it was. */
export async function shortenClipboard(ports: ClipboardPorts): Promise<void> {
  const { clipboard, calls, t, show } = ports;
  // What isn't text, or may not be read, is no address.
  const address = webAddress(await clipboard.readText().catch(() => ""));
  if (address === null)
    return show({ title: t("shorten.nothing"), body: t("shorten.nothingText"), place: null });
  try {
    const { id, shortUrl } = await calls.addLink(address);
    await clipboard.writeText(shortUrl);
    const short = withoutScheme(shortUrl);
    show({
      title: t("shorten.made"),
      body: t("shorten.madeText", { short, host: new URL(address).host }),
      place: `/links/${id}`,
    });
  } catch (error) {
    const isOwn = error instanceof CallRefused && error.code === "loop";
    show({
      title: t(isOwn ? "shorten.own" : "shorten.failed"),
      body: t(isOwn ? "shorten.ownText" : "shorten.failedText"),
      place: "/",
    });
  }
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, "");
}
