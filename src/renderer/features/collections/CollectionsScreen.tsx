import { Button, Group, Menu, SimpleGrid, Skeleton, Text, TextInput } from "@mantine/core";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconSearch from "@iconify-json/tabler/icons/search";
import IconTable from "@iconify-json/tabler/icons/table";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useNavigate, useParams } from "react-router";
import { api } from "../../app/client/api.ts";
import { useScreenShortcuts } from "../../app/frame/shortcuts.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { scaleOf } from "../../ui/charts/Trail.tsx";
import { useEditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { useRemoval } from "../../ui/edit/useRemoval.tsx";
import {
  deleteAction,
  editAction,
  linksAction,
  statisticsAction,
} from "../../ui/list/recordActions.ts";
import { isForItem, type RowAction } from "../../ui/list/table/rowActions.ts";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { Tabs } from "../../ui/navigation/Tabs.tsx";
import { campaignRemoval, useCampaignActions } from "../campaigns/campaignActions.ts";
import { CampaignEditor } from "../campaigns/CampaignEditor.tsx";
import type { Campaign } from "../campaigns/campaignModel.ts";
import { useChannelActions } from "../channels/channelActions.ts";
import { ChannelEditor } from "../channels/ChannelEditor.tsx";
import type { Channel } from "../channels/channelModel.ts";
import { deleteView } from "../links/views.ts";
import { CollectionCard } from "./CollectionCard.tsx";
import classes from "./Collections.module.css";
import {
  type Collection,
  collectionKinds,
  keyOf,
  linksOf,
  useCollections,
  useContents,
} from "./collections.ts";

/** From how many on there is something to search, and a table to compare them in. */
const many = 10;

/** Cards that are drawn at first; more are asked for. */
const shownAtFirst = 24;

/** Channels, campaigns and saved views: whatever gathers links, in cards. */
export function CollectionsScreen() {
  const { kind: given, id } = useParams();
  const kind = collectionKinds.find((one) => one === given);
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const { all, isPending, failed } = useCollections();
  const [typed, setTyped] = useState("");
  const [most, setMost] = useState(shownAtFirst);
  const place = useEditorRoute(kind === undefined ? "/collections" : `/collections/${kind}`);
  const { actionsOf, dialog } = useActions();
  const create = (of: "channels" | "campaigns") =>
    void navigate(`/collections/${of}/new`, { state: { overList: true } });
  useScreenShortcuts({ c: () => create(kind === "campaigns" ? "campaigns" : "channels") });
  const ofKind = kind === undefined ? all : all.filter((one) => one.kind === kind);
  const words = typed.trim().toLocaleLowerCase();
  const found = ofKind.filter(({ record }) => record.name.toLocaleLowerCase().includes(words));
  const shown = found.slice(0, most);
  const contents = useContents(shown);
  const scale = scaleOf(contents.flatMap((one) => (one === undefined ? [] : [one.days])));
  if (given !== undefined && kind === undefined) return <Navigate to="/collections" replace />;
  if (kind === "views" && id !== undefined) return <Navigate to="/collections/views" replace />;
  return (
    <>
      <Group gap={12}>
        <h1>{t("collections.title")}</h1>
        <Text span c="dimmed" role="status">
          {!isPending && format.number(found.length)}
        </Text>
        <Group gap={8} ms="auto">
          {ofKind.length >= many && kind !== undefined && kind !== "views" && (
            <Button
              component={Link}
              to={`/${kind}`}
              size="xs"
              leftSection={<IconTable size={14} aria-hidden="true" />}
            >
              {t("collections.table")}
            </Button>
          )}
          <NewCollection create={create} />
        </Group>
      </Group>
      <Tabs
        label={t("collections.kinds")}
        tabs={[
          { to: "/collections", name: t("collections.all"), isCurrent: kind === undefined },
          ...collectionKinds.map((one) => ({
            to: `/collections/${one}`,
            name: t(`collections.${one}`),
            isCurrent: kind === one,
          })),
        ]}
      />
      {ofKind.length >= many && (
        <TextInput
          type="search"
          className={`${classes.search} anyScript`}
          aria-label={t("collections.search")}
          placeholder={t("collections.search")}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {failed !== undefined && <QueryFailure of={failed} />}
      {isPending ? (
        failed === undefined && (
          <Skeleton height={240} role="status" aria-label={t("common.loading")} />
        )
      ) : shown.length === 0 ? (
        <EmptyState
          title={t(words === "" ? "collections.emptyTitle" : "collections.nothing")}
          text={t(words === "" ? "collections.emptyText" : "collections.nothingText")}
          action={words === "" && <NewCollection create={create} variant="filled" />}
        />
      ) : (
        <SimpleGrid component="ul" minColWidth={300} spacing={16}>
          {shown.map((one, index) => (
            <CollectionCard
              key={keyOf(one)}
              collection={one}
              contents={contents[index]}
              scale={scale}
              actions={actionsOf(one)}
            />
          ))}
        </SimpleGrid>
      )}
      {found.length > most && (
        <div>
          <Button onClick={() => setMost(most * 2)}>{t("collections.more")}</Button>
        </div>
      )}
      {kind === "channels" && id !== undefined && <ChannelEditor place={place} />}
      {kind === "campaigns" && id !== undefined && <CampaignEditor place={place} />}
      {dialog}
    </>
  );
}

/** A new one of the kind that is chosen. */
function NewCollection({
  create,
  ...look
}: {
  readonly create: (kind: "channels" | "campaigns") => void;
  readonly variant?: "filled";
}) {
  const { t } = useTranslation();
  const about = (kind: (typeof collectionKinds)[number]) => (
    <>
      {t(`collections.one.${kind}`)}
      <Text size="xs" c="dimmed">
        {t(`collections.about.${kind}`)}
      </Text>
    </>
  );
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} {...look}>
          {t("collections.new")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => create("channels")}>{about("channels")}</Menu.Item>
        <Menu.Item onClick={() => create("campaigns")}>{about("campaigns")}</Menu.Item>
        <Menu.Item component={Link} to="/links">
          {about("views")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is done with one, by its kind. */
function useActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ofChannels = useChannelActions();
  const ofCampaigns = useCampaignActions();
  const nameOf = ({ name }: { readonly name: string }) => name;
  const channel = useRemoval<Channel>({
    nameOf,
    remove: (id) => api.call("deleteChannel", { params: { id } }),
  });
  const campaign = useRemoval<Campaign>({ nameOf, ...campaignRemoval(t) });

  /** An action of one kind's records, for a card. */
  const onCard = <Item,>(action: RowAction<Item>, record: Item): RowAction<Collection>[] => {
    const { name, label, named, Icon, run } = action;
    return isForItem(action, record)
      ? [{ name, label, named, Icon, run: () => run?.(record) }]
      : [];
  };

  function actionsOf({ kind, record }: Collection): readonly RowAction<Collection>[] {
    if (kind === "views")
      return [
        linksAction(t, navigate, linksOf),
        statisticsAction(t, navigate, linksOf),
        deleteAction(t, () => void deleteView(record)),
      ];
    const edit = editAction<Collection>(
      t,
      () => void navigate(`/collections/${kind}/${record.id}`, { state: { overList: true } }),
    );
    if (kind === "channels")
      return [
        edit,
        ...ofChannels.flatMap((action) => onCard(action, record)),
        deleteAction(t, () => void channel.begin(record)),
      ];
    return [
      edit,
      ...ofCampaigns.flatMap((action) => onCard(action, record)),
      deleteAction(t, () => void campaign.begin(record)),
    ];
  }

  return { actionsOf, dialog: channel.dialog ?? campaign.dialog };
}
