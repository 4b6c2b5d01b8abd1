import { ActionIcon, Box, Card, Group, Menu, Skeleton, Stack, Text } from "@mantine/core";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconStar from "@iconify-json/tabler/icons/star";
import { Link } from "react-router";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import { Trail } from "../../ui/charts/Trail.tsx";
import { isForItem, type RowAction } from "../../ui/list/table/rowActions.ts";
import classes from "./Collections.module.css";
import { type Collection, linksOf, type useContents } from "./collections.ts";

const size = { width: 150, height: 34 };

/** Where the card leads: a campaign to what visitors get of it, anything else to its links. */
function placeOf(collection: Collection): string {
  const { kind, record } = collection;
  if (kind === "campaigns") return `/collections/campaigns/${record.id}`;
  return `/links?${new URLSearchParams(linksOf(collection)).toString()}`;
}

function colorOf({ kind, record }: Collection): string {
  if (kind === "channels") return record.color ?? "var(--line-strong)";
  return kind === "campaigns" ? "var(--accent)" : "var(--line-strong)";
}

/** One collection: what it is called, how it does, and what came into it last. */
export function CollectionCard({
  collection,
  contents,
  scale,
  actions,
}: {
  readonly collection: Collection;
  readonly contents: ReturnType<typeof useContents>[number];
  /** Shared by the cards, so that they can be compared. */
  readonly scale: number;
  readonly actions: readonly RowAction<Collection>[];
}) {
  const { t, format } = useI18n();
  const { kind, record } = collection;
  const { name } = record;
  const clicks = contents?.days.reduce((sum, count) => sum + count, 0) ?? 0;
  const facts = [
    t(`collections.one.${kind}`),
    ...(contents === undefined ? [] : [t("links.count", format.counted(contents.total))]),
    ...(kind === "campaigns" && record.public ? [t("fields.public")] : []),
  ];
  return (
    <Card component="li" className={classes.card ?? ""}>
      <Group gap={8} wrap="nowrap" align="flex-start">
        <span className={classes.dot} style={{ background: colorOf(collection) }} />
        <Box flex={1} miw={0}>
          <Link
            to={placeOf(collection)}
            state={{ overList: true }}
            className={`truncate ${classes.name}`}
          >
            <bdi data-mixed={isBidiMixed(name)}>{name}</bdi>
          </Link>
          <Text size="xs" c="dimmed">
            {facts.join(" · ")}
          </Text>
        </Box>
        {kind === "channels" && record.starred && (
          <IconStar size={14} role="img" aria-label={t("fields.starred")} />
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon pos="relative" my={-4} aria-label={t("list.actionsOf", { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions
              .filter((action) => isForItem(action, collection))
              .map(({ name: action, label, Icon, isDanger = false, run }) => (
                <Menu.Item
                  key={action}
                  leftSection={<Icon size={16} aria-hidden="true" />}
                  {...(isDanger && { c: "var(--danger)" })}
                  onClick={() => run?.(collection)}
                >
                  {label}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {contents === undefined ? (
        <Skeleton height={112} role="status" aria-label={t("common.loading")} />
      ) : (
        <>
          <Group gap={16} wrap="nowrap" align="flex-end" justify="space-between">
            <div>
              <div className="display">{format.number(clicks)}</div>
              <Text size="xs" c="dimmed">
                {t("collections.clicks", { count: clicks })}
              </Text>
            </div>
            <Box flex="0 1 150px" miw={60}>
              <Trail days={contents.days} scale={scale} {...size} />
            </Box>
          </Group>
          <Stack component="ul" gap={2} pos="relative" mih={64}>
            {contents.items.map(({ id, shorturl, title, longurl }) => (
              <li key={id}>
                <Link to={`/links/${id}`} className={classes.link ?? ""}>
                  <span className="mono">
                    <ShortAddress of={shorturl} isBare />
                  </span>
                  <bdi className="truncate" data-mixed={isBidiMixed(title)}>
                    {title || longurl}
                  </bdi>
                </Link>
              </li>
            ))}
            {contents.total === 0 && (
              <Text component="li" size="xs" c="dimmed">
                {t(`collections.empty.${kind}`)}
              </Text>
            )}
          </Stack>
        </>
      )}
    </Card>
  );
}
