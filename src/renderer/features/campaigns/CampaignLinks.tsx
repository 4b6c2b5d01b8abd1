import { Button, Group, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { bounds } from "../../../contract/fields/fields.ts";
import type { LinkListItem } from "../../../contract/resources/links.ts";
import { api } from "../../app/client/api.ts";
import { moved } from "../../ui/inputs/moveItem.ts";
import { OrderedItems } from "../../ui/inputs/OrderedItems.tsx";
import { Part } from "../../ui/edit/Part.tsx";
import { RecordPicker } from "../../ui/inputs/RecordPicker.tsx";
import { recordEdited } from "../../ui/edit/undoToasts.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { refreshLinks } from "../../app/client/queries.ts";
import { addressInSentence } from "../../ui/address/readableAddress.ts";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import classes from "./Campaigns.module.css";
import { type Campaign, refreshCampaigns } from "./campaignModel.ts";

/** Links that are shown at first; more are asked for. */
const shownAtFirst = 50;

interface Links {
  readonly total: number;
  readonly items: readonly LinkListItem[];
}

async function readLinks(campaign: number, limit: number, signal?: AbortSignal): Promise<Links> {
  const call = { params: { id: campaign }, query: { limit } };
  const { data } = await api.call("listCampaignLinks", call, signal);
  return { total: data.result, items: data.urls };
}

function inOrder(items: readonly LinkListItem[], ids: readonly number[]): LinkListItem[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: LinkListItem) => places.get(id) ?? ids.length;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}

async function refresh(): Promise<void> {
  await Promise.all([refreshCampaigns(), refreshLinks()]);
}

/** The links of a campaign in their order: put in, taken out and moved at once. */
export function CampaignLinks({ campaign }: { readonly campaign: Campaign }) {
  const { t, format } = useI18n();
  const [limit, setLimit] = useState(shownAtFirst);
  const links = useQuery({
    queryKey: ["campaigns", "links", campaign.id, limit],
    queryFn: ({ signal }) => readLinks(campaign.id, limit, signal),
    placeholderData: keepPreviousData,
  });
  const { items: read = [], total = 0 } = links.data ?? {};
  /** The order that was asked for, until the service has answered the last of its moves. */
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const moves = useRef(Promise.resolve());
  const items = wanted === null ? read : inOrder(read, wanted);

  async function attempt(run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      showFailure(error);
    }
    await refresh();
  }

  const assign = (linkid: number, isIn: boolean, name: string) =>
    attempt(async () => {
      const call = { params: { campaignid: campaign.id, linkid } };
      const answer = await api.call(isIn ? "assignCampaignLink" : "unassignCampaignLink", call);
      recordEdited(name, answer, {
        did: t(isIn ? "campaigns.putIn" : "campaigns.takenOut", { name, campaign: campaign.name }),
      });
    });

  const move = (from: number, to: number) => {
    setWanted(moved(items, from, to).map(({ id }) => id));
    const [link, place] = [items[from]?.id, items[to]?.id];
    const save = async () => {
      // The whole of what can be in order, as it is now: what isn't shown keeps its place, too.
      const all = await readLinks(campaign.id, bounds.listLimit);
      const ids = all.items.map(({ id }) => id);
      const [start, end] = [link, place].map((id) => ids.findIndex((one) => one === id));
      if (start === undefined || end === undefined || start < 0 || end < 0) return;
      const body = { ids: moved(ids, start, end) };
      const answer = await api.call("orderCampaignLinks", { params: { id: campaign.id }, body });
      recordEdited(campaign.name, answer, {
        did: t("campaigns.ordered", { name: campaign.name }),
      });
    };
    // Each begins with the order that the one before it left.
    const saved = moves.current.then(() => attempt(save));
    moves.current = saved;
    void saved.then(() => moves.current === saved && setWanted(null));
  };

  return (
    <Part title={t("campaigns.links")} hint={t("campaigns.linksHint")}>
      <RecordPicker
        key={total}
        kind="links"
        label={t("campaigns.put")}
        placeholder={t("campaigns.putPlaceholder")}
        value={null}
        without={items.map(({ id }) => id)}
        onChange={(id) => id !== null && void assign(id, true, t("campaigns.oneLink"))}
      />
      {links.data === undefined ? (
        <Pending of={links} height={96} />
      ) : total === 0 ? (
        <p className="soft">{t("campaigns.noLinks")}</p>
      ) : (
        <OrderedItems
          label={t("campaigns.links")}
          items={items}
          idOf={({ id }) => id}
          nameOf={({ shorturl }) => addressInSentence(shorturl)}
          move={move}
          remove={(place) => {
            const link = items[place];
            if (link !== undefined) void assign(link.id, false, addressInSentence(link.shorturl));
          }}
          renderRow={linkWords}
        />
      )}
      {total > items.length && items.length > 0 && (
        <Group gap="sm" wrap="nowrap">
          <span className="soft">
            {t("campaigns.shown", {
              shown: format.number(items.length),
              total: format.number(total),
            })}
          </span>
          {limit < bounds.listLimit ? (
            <Button size="xs" onClick={() => setLimit(Math.min(bounds.listLimit, limit * 4))}>
              {t("campaigns.more")}
            </Button>
          ) : (
            <Link to={`/links?campaign=${campaign.id}`}>{t("campaigns.inLinks")}</Link>
          )}
        </Group>
      )}
    </Part>
  );
}

function linkWords(link: LinkListItem) {
  return (
    <Stack component="span" gap={0} align="flex-start" miw={0}>
      <ShortAddress of={link.shorturl} />
      <bdi className={`truncate ${classes.title}`} data-mixed={isBidiMixed(link.title)}>
        {link.title || link.longurl}
      </bdi>
    </Stack>
  );
}
