import type { ServiceEvent } from "../../app/index.ts";
import type { Settings } from "../settings.ts";
import type { Translate } from "../words/words.ts";
import type { Notice } from "./notice.ts";

/** A script that makes many links is told of once in so long; milliseconds. */
const quietFor = 60_000;

/** Which of the service's events become a notification, and in which words. */
export function createEventNotifier(options: {
  readonly settings: Settings;
  readonly t: Translate;
  readonly show: (notice: Notice) => void;
  readonly later?: (work: () => void, milliseconds: number) => void;
}): (event: ServiceEvent) => void {
  const { settings, t, show, later = laterUnref } = options;
  let isQuiet = false;
  let untold = 0;
  let isSilentTold = false;

  function tellOfLink(shortUrl: string, id: number): void {
    if (isQuiet) {
      untold += 1;
      return;
    }
    show({ title: t("told.link"), body: shortUrl, place: `/links/${id}` });
    beQuiet();
  }

  function beQuiet(): void {
    isQuiet = true;
    later(() => {
      isQuiet = false;
      const count = untold;
      untold = 0;
      if (count === 0 || !settings.current().notifications.scriptLinks) return;
      const title = count === 1 ? t("told.link") : t("told.links", { count });
      show({ title, body: t("told.linksText"), place: "/links" });
      beQuiet();
    }, quietFor);
  }

  return (event) => {
    const wanted = settings.current().notifications;
    switch (event.kind) {
      case "linkMade":
        if (wanted.scriptLinks) tellOfLink(event.shortUrl, event.id);
        return;
      case "publicAddress": {
        const { state, address } = event;
        const isSilent = state === "unreachable";
        // That it answers is news only to whoever was told that it doesn't.
        if (!isSilent && !(isSilentTold && state === "reachable")) return;
        isSilentTold = isSilent;
        if (!wanted.publicAddress) return;
        const name = isSilent ? "unreachable" : "reachable";
        show({
          title: t(`told.${name}`),
          body: t(`told.${name}Text`, { address }),
          place: "/settings/sharing",
        });
        return;
      }
      case "disk":
        if (wanted.disk && event.isLow)
          show({ title: t("told.disk"), body: t("told.diskText"), place: "/settings/data" });
        return;
    }
  };
}

function laterUnref(work: () => void, milliseconds: number): void {
  setTimeout(work, milliseconds).unref();
}
