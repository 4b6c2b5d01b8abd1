import type { App } from "../../../common/context.ts";
import type { LogPlace } from "../../../store/clicks/clickLog.ts";
import type { ClickRecord, LinkRecord } from "../../../store/records.ts";
import type { NewDelivery } from "../../../store/outbox/outbox.ts";
import { bodyOf } from "./bodies.ts";
import { clickParts, messageId, type SentClick } from "./events.ts";
import type { Hook } from "./webhookFile.ts";

/** Whether a webhook is sent the clicks of a link. */
function wants(hook: Hook, link: LinkRecord): boolean {
  const { links, channels, campaigns, tags } = hook;
  if (links.length + channels.length + campaigns.length + tags.length === 0) return true;
  return (
    links.includes(link.id) ||
    channels.some((id) => link.channels?.includes(id) === true) ||
    (link.campaign !== undefined && campaigns.includes(link.campaign)) ||
    tags.some((tag) => link.tags?.includes(tag) === true)
  );
}

/**
 * The clicks between two places of the click log, for each webhook that wants some. Neither bots nor
 * clicks that have no line are among them.
 */
export async function* clickDeliveries(
  app: Pick<App, "store" | "linkPresenter" | "timestamps">,
  hooks: readonly Hook[],
  { from, to, at, seed }: { from: LogPlace; to: LogPlace; at: number; seed: string },
): AsyncGenerator<NewDelivery[]> {
  const { store, linkPresenter, timestamps } = app;
  let number = 0;
  let waiting: ClickRecord[] = [];

  function sent({ link = 0, at: clickedAt, ...click }: ClickRecord): SentClick {
    return {
      link,
      date: timestamps.render(new Date(clickedAt).toISOString()),
      country: click.country ?? null,
      browser: click.browser ?? null,
      os: click.os ?? null,
      device: click.device ?? null,
      language: click.language ?? null,
      referrer: click.referrer ?? null,
      rule: click.rule ?? null,
      variant: click.variant ?? null,
    };
  }

  function linkItem(id: number) {
    const link = store.links.get(id);
    return link === undefined ? undefined : linkPresenter.listItem(link);
  }

  function taken(): NewDelivery[] {
    const clicks = waiting;
    waiting = [];
    number += 1;
    return hooks.flatMap((hook) => {
      const wanted = clicks.filter(({ link: id = 0 }) => {
        const link = store.links.get(id);
        return link !== undefined && wants(hook, link);
      });
      const type = "link.clicked" as const;
      return [...clickParts(wanted.map(sent), linkItem)].map((data, part) => ({
        hook: hook.id,
        message: messageId(seed, "clicks", from.month, from.byte, number, hook.id, part),
        type,
        body: bodyOf({ at, type, data }, hook.kind, hook.chat),
      }));
    });
  }

  for await (const clicks of store.clicks.written(from, to)) {
    for (const click of clicks) {
      if (click.bot !== undefined || click.link === undefined) continue;
      waiting.push(click);
      if (waiting.length === piece) yield taken();
    }
  }
  if (waiting.length > 0) yield taken();
}

/** Clicks that are looked at together. */
const piece = 100;
