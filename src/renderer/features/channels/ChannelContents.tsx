import { ActionIcon, Group, SegmentedControl, Stack, Tooltip } from "@mantine/core";
import IconX from "@iconify-json/tabler/icons/x";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { z } from "zod";
import { type channelItem, type channelItemTypes } from "../../../contract/resources/channels.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { Part } from "../../ui/edit/Part.tsx";
import { RecordPicker } from "../../ui/inputs/RecordPicker.tsx";
import { recordEdited } from "../../ui/edit/undoToasts.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { refreshLinks } from "../../app/client/queries.ts";
import { Address } from "../../ui/address/Address.tsx";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { Pager } from "../../ui/navigation/Pager.tsx";
import classes from "./ChannelContents.module.css";
import { type Channel, refreshChannels } from "./channelModel.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";

type ItemType = (typeof channelItemTypes)[number];
type Item = z.output<typeof channelItem>;

const perPage = 10;

function useItems(channel: number, type: ItemType, page: number) {
  return useQuery({
    queryKey: ["channels", "items", channel, type, page],
    queryFn: async ({ signal }) => {
      const query = { type, page, limit: perPage };
      const call = { params: { id: channel }, query };
      return (await api.call("listChannelItems", call, signal)).data;
    },
    placeholderData: keepPreviousData,
  });
}

async function refresh(): Promise<void> {
  await Promise.all([
    refreshChannels(),
    refreshLinks(),
    // Of the record that is open: how much is in it.
    queryClient.refresh(["edited", "channels"]),
  ]);
}

/** What is in a channel, and what else could be: put in and taken out at once. */
export function ChannelContents({ channel }: { readonly channel: Channel }) {
  const { t, format } = useI18n();
  const [type, setType] = useState<ItemType>("links");
  const [page, setPage] = useState(1);
  const { isBusy, during } = useBusy();
  const items = useItems(channel.id, type, page);
  const counts = { links: channel.links, bio: channel.bios, qr: channel.qrs };

  const change = (id: number, name: string, isIn: boolean) =>
    during(async () => {
      const call = { params: { channelid: channel.id, type, itemid: id } };
      const answer = await api.call(isIn ? "assignChannelItem" : "unassignChannelItem", call);
      recordEdited(name, answer, {
        did: t(isIn ? "channels.putIn" : "channels.takenOut", { name, channel: channel.name }),
      });
      await refresh();
    });

  return (
    <Part title={t("channels.contents")} hint={t("channels.contentsHint")}>
      <SegmentedControl
        aria-label={t("channels.contents")}
        fullWidth
        value={type}
        onChange={(next) => {
          setType(next);
          setPage(1);
        }}
        data={(["links", "bio", "qr"] as const).map((value) => ({
          value,
          label: t(`channels.tab.${value}`, { formatted: format.number(counts[value]) }),
        }))}
      />
      <RecordPicker
        key={`${type} ${counts[type]}`}
        kind={type}
        label={t(`channels.put.${type}`)}
        placeholder={t("channels.putPlaceholder")}
        value={null}
        without={(items.data?.items ?? []).map(({ id }) => id)}
        onChange={(id) =>
          id !== null && !isBusy && void change(id, t(`channels.one.${type}`), true)
        }
      />
      {items.data === undefined ? (
        <Pending of={items} height={96} />
      ) : items.data.items.length === 0 ? (
        <p className="soft">{t(`channels.none.${type}`)}</p>
      ) : (
        <ul aria-label={t(`channels.in.${type}`)}>
          {items.data.items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              takeOut={() => void change(item.id, item.title, false)}
            />
          ))}
        </ul>
      )}
      <Pager page={page} pages={items.data?.maxpage ?? 1} turn={setPage} />
      {type === "links" && channel.links > perPage && (
        <Link to={`/links?channel=${channel.id}`}>{t("channels.inLinks")}</Link>
      )}
    </Part>
  );
}

function ItemRow({ item, takeOut }: { readonly item: Item; readonly takeOut: () => void }) {
  const { t } = useTranslation();
  return (
    <Group className={classes.item} component="li" gap="xs" wrap="nowrap">
      <Stack
        className={classes.words}
        component="span"
        gap={0}
        align="flex-start"
        flex={1}
        miw={0}
        fz={13}
        c="dimmed"
      >
        <bdi className={`truncate ${classes.name}`} data-mixed={isBidiMixed(item.title)}>
          {item.title}
        </bdi>
        {item.type !== "qr" && <Address of={item.link} />}
      </Stack>
      <Tooltip label={t("channels.takeOut")}>
        <ActionIcon aria-label={t("edit.takeOut", { name: item.title })} onClick={takeOut}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
