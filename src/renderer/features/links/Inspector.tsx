import { ActionIcon, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import IconDots from "@iconify-json/tabler/icons/dots";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { LinkDetails } from "../../../contract/resources/links.ts";
import { api } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useCampaigns, useChannels } from "../../app/client/namedRecords.ts";
import { useLink, useMinute } from "../../app/client/queries.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { Blade } from "../../ui/Blade.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { useCopyAddress } from "../../ui/address/clipboard.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { ClicksChart } from "../../ui/charts/ClicksChart.tsx";
import { Swatch } from "../../ui/list/table/cells.tsx";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { type OpenMenu, placeOf, RowMenu } from "../../ui/list/table/RowMenu.tsx";
import { isRegion, type Named, useNames } from "../statistics/names.ts";
import { useLastClicks } from "../statistics/statisticsQueries.ts";
import { TagChip } from "../tags/TagChip.tsx";
import { Badges } from "./Badges.tsx";
import classes from "./Inspector.module.css";
import { LimitsFacts } from "./LimitsFacts.tsx";
import type { ListedLink } from "./linkSource.ts";
import { Fact, FactList } from "../../ui/FactList.tsx";

/** How often it is looked whether somebody came by. */
const liveEvery = 3_000;

/** Visitors and places that are shown. */
const shown = 5;
const shownPlaces = 3;

/** The chosen link beside the list: how it does, and what is done with it most. */
export function Inspector({
  link,
  actions,
  close,
}: {
  readonly link: ListedLink;
  readonly actions: readonly RowAction<ListedLink>[];
  readonly close: () => void;
}) {
  const { t, format } = useI18n();
  const { data, error } = useLink(link.id);
  const { copied, copyAddress } = useCopyAddress();
  const [menu, setMenu] = useState<OpenMenu<ListedLink> | null>(null);
  const statistics = useStatistics(link.id);
  const isGone = error instanceof ApiFailure && error.status === 404;
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);
  const { shorturl, title } = data?.details ?? link;
  const name = readableAddress(shorturl);
  const run = (action: string) => actions.find((one) => one.name === action)?.run?.(link);
  const clicks = data?.data.clicks ?? link.clicks;
  const visitors = data?.data.uniqueClicks ?? link.uniqueclicks;
  return (
    <Stack gap={14}>
      <Link to={`/links/${link.id}`} state={{ fromList: true }} className="quietLink">
        <Blade of={shorturl} size="panel" />
      </Link>
      {title !== "" && (
        <Title order={2} mt={-2}>
          <bdi>{title}</bdi>
        </Title>
      )}
      <Group gap={6} wrap="nowrap" grow preventGrowOverflow={false}>
        <Button
          variant="filled"
          color="ink"
          aria-label={t("common.copyNamed", { name })}
          onClick={() => void copyAddress(shorturl)}
        >
          {copied === shorturl ? t("common.copied") : t("common.copy")}
        </Button>
        <Button aria-label={t("common.qrNamed", { name })} onClick={() => run("qr")}>
          {t("links.qrShort")}
        </Button>
        <Button aria-label={t("common.editNamed", { name })} onClick={() => run("edit")}>
          {t("common.edit")}
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          aria-haspopup="menu"
          aria-label={t("list.actionsOf", { name })}
          onClick={(event) => setMenu({ item: link, place: placeOf(event.currentTarget) })}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Group>
      <div>
        <div className="display" data-testid="inspector-clicks">
          {format.number(clicks)}
        </div>
        <Text size="sm" c="dimmed">
          {t("links.clicksWord", { count: clicks })}
          {" · "}
          {t("links.visitors", format.counted(visitors))}
        </Text>
      </div>
      {statistics === undefined ? (
        <Skeleton height={104} />
      ) : (
        <ClicksChart
          points={statistics.steps.map((step) => ({ date: step.date, now: step.clicks }))}
          step="day"
          label={t("links.chart", { name })}
          height={104}
          isBare
        />
      )}
      <Badges link={data?.details ?? link} />
      <Facts
        link={data?.details ?? link}
        details={data?.details}
        countries={statistics?.lists.countries ?? []}
      />
      <LastVisitors id={link.id} />
      {menu !== null && (
        <RowMenu opened={menu} close={() => setMenu(null)} actions={actions} name={name} />
      )}
    </Stack>
  );
}

/** Of the last 30 days. */
function useStatistics(id: number) {
  return useQuery({
    queryKey: ["link", id, "statistics"],
    queryFn: async ({ signal }) =>
      (await api.call("getStatistics", { query: { link: id } }, signal)).statistics,
    refetchInterval: liveEvery,
  }).data;
}

/** What is set, and nothing else. */
function Facts({
  link,
  details,
  countries,
}: {
  readonly details: LinkDetails | undefined;
  readonly link: Pick<
    ListedLink,
    "longurl" | "channel" | "campaign" | "tags" | "expiry" | "description"
  >;
  readonly countries: readonly (Named & { readonly clicks: number })[];
}) {
  const { t, format } = useI18n();
  const channels = useChannels().data ?? [];
  const campaigns = useCampaigns().data ?? [];
  const groups = [
    ...channels
      .filter(({ id }) => link.channel.includes(id))
      .map((one) => ({ ...one, to: `channel=${one.id}` })),
    ...campaigns
      .filter(({ id }) => id === link.campaign)
      .map((one) => ({ ...one, color: "var(--accent)", to: `campaign=${one.id}` })),
  ];
  const hasGroups = groups.length + link.tags.length > 0;
  const ruleCount = details?.rules?.filter(({ enabled }) => enabled).length ?? 0;
  const nameOf = useNames();
  const places = countries.filter(({ key }) => key !== null && isRegion(key)).slice(0, shownPlaces);
  return (
    <FactList>
      <Fact name={t("links.target")}>
        <a href={link.longurl} className="quietLink" target="_blank" rel="noreferrer">
          <Address of={link.longurl} />
        </a>
      </Fact>
      {hasGroups && (
        <Fact name={t("links.in")}>
          <Group gap={4}>
            {groups.map(({ name, color, to }) => (
              <Link key={to} to={`/links?${to}`} className="chip">
                {color !== null && <Swatch color={color} />}
                <bdi className="truncate">{name}</bdi>
              </Link>
            ))}
            {link.tags.map((tag) => (
              <Link
                key={tag}
                className="quietLink"
                to={`/links?${new URLSearchParams({ tag }).toString()}`}
                aria-label={t("links.filterByTag", { tag })}
              >
                <TagChip tag={tag} />
              </Link>
            ))}
          </Group>
        </Fact>
      )}
      {places.length > 0 && (
        <Fact name={t("links.topPlaces")}>
          {places
            .map((one) =>
              // A place and its number stay in one line.
              `\u2068${nameOf("country", one)}\u2069 ${format.number(one.clicks)}`.replaceAll(
                " ",
                "\u00a0",
              ),
            )
            .join(" · ")}
        </Fact>
      )}
      {link.expiry !== null && <Fact name={t("fields.expiry")}>{format.moment(link.expiry)}</Fact>}
      {details !== undefined && <LimitsFacts link={details} />}
      {ruleCount > 0 && (
        <Fact name={t("fields.rules")}>
          {t("decides.ruleCount", { count: ruleCount, formatted: format.number(ruleCount) })}
        </Fact>
      )}
      {link.description !== "" && (
        <Fact name={t("fields.description")}>
          <bdi>{link.description}</bdi>
        </Fact>
      )}
    </FactList>
  );
}

/** Who came by last, as it happens. */
function LastVisitors({ id }: { readonly id: number }) {
  const { t, format } = useI18n();
  const now = useMinute();
  const nameOf = useNames();
  const clicks = useLastClicks({ link: id }).data?.clicks ?? [];
  const people = clicks.filter(({ bot }) => bot === null).slice(0, shown);
  if (people.length === 0) return null;
  return (
    <section className={classes.visitors} aria-label={t("links.cameBy")}>
      <Title order={3}>{t("links.cameBy")}</Title>
      <ol>
        {people.map(({ date, country, browser, system, device, referrer, qr }, place) => {
          const by =
            device === null ? (system ?? browser) : nameOf("device", { key: device, name: device });
          const from =
            qr === null
              ? nameOf("referrer", { key: referrer ?? "direct", name: referrer ?? "" })
              : t("statistics.liveQr");
          return (
            // Two visits of one moment differ in nothing but their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${date} ${place}`}>
              <span>
                <strong>
                  {country === null ? t("links.somewhere") : nameOf("country", country)}
                </strong>{" "}
                {referrer === null && qr === null
                  ? t("links.cameDirectly")
                  : t("links.cameFrom", { name: `\u2068${from}\u2069` })}
                {by !== null && `${t("common.comma")}\u2068${by}\u2069`}
              </span>
              <Text size="xs" c="dimmed" title={format.moment(date)}>
                {format.ago(date, now)}
              </Text>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
