import type { LinkRecord } from "../store/records.ts";
import { createTargetFacts, type TargetFacts, type TargetQuestion } from "./targetFacts.ts";
import { mayAskWeb } from "../common/origin.ts";
import { withoutEmpty } from "../common/resources.ts";
import type { App, Core } from "../common/context.ts";

/** What the service finds out about the targets of links, in the background. */
export interface LinkTargets {
  /** Puts the link's target into the queue where something is to be learned, and whoever asks may. */
  ask(link: LinkRecord): void;
  close(): Promise<void>;
}

/** Milliseconds after which a target that is shown in a frame is asked again. */
const week = 7 * 24 * 60 * 60_000;
/** Milliseconds between two looks for links whose week is over, and how many links one look takes. */
const lookInterval = 10 * 60_000;
const linksPerLook = 2_000;

/** Only these show the target in a frame of ours. */
function isFramed({ type }: LinkRecord): boolean {
  return type?.kind === "frame" || type?.kind === "overlay";
}

export function createLinkTargets(app: Core & Pick<App, "domains" | "fetch">): LinkTargets {
  const { store, domains, fetch, settings, clock } = app;

  /** A link may have changed, or gone, since its target was asked. */
  async function learned({ link: id, url }: TargetQuestion, facts: TargetFacts): Promise<void> {
    const link = store.links.get(id);
    if (link === undefined || link.url !== url) return;
    const framing = isFramed(link)
      ? {
          allowed: facts.framing !== "refused",
          checkedAt: new Date(clock()).toISOString(),
        }
      : link.framing;
    if (facts.title === null && framing === link.framing) return;
    const fetchedTitle = facts.title ?? link.fetchedTitle;
    const record = withoutEmpty<LinkRecord>({ ...link, fetchedTitle, framing });
    await store.commit([{ put: "links", record }], { isLearned: true });
  }

  const queue = createTargetFacts({ fetch, isOn: () => settings.get("targets.ask"), learned });

  function put(link: LinkRecord): void {
    const framedBy = `${domains.baseOf(link.domain)}/`;
    queue.ask({ link: link.id, url: link.url, framedBy });
  }

  /** Goes round all links, a piece at a time. */
  let offset = 0;
  const looking = setInterval(() => {
    const piece = store.links.newest(offset, linksPerLook);
    offset = piece.length < linksPerLook ? 0 : offset + linksPerLook;
    for (const link of piece) {
      // One that wasn't asked yet may be an assistant's.
      if (link.framing === undefined || !isFramed(link)) continue;
      if (clock() - Date.parse(link.framing.checkedAt) >= week) put(link);
    }
  }, lookInterval).unref();

  return {
    ask(link) {
      if (!mayAskWeb()) return;
      const needsTitle = link.metaTitle === undefined && link.fetchedTitle === undefined;
      if (needsTitle || (isFramed(link) && link.framing === undefined)) put(link);
    },
    async close() {
      clearInterval(looking);
      await queue.close();
    },
  };
}
