import { Anchor, Button, Group, Menu, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconTable from "@iconify-json/tabler/icons/table";
import { queryOptions, useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, Navigate, useNavigate, useParams } from "react-router";
import { api } from "../../app/client/api.ts";
import { useScreenShortcuts } from "../../app/frame/shortcuts.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { useEditorRoute } from "../../ui/edit/useEditorRoute.ts";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { Tabs } from "../../ui/navigation/Tabs.tsx";
import { BioEditor } from "../bioPages/BioEditor.tsx";
import { OverlayEditor } from "../overlays/OverlayEditor.tsx";
import { SplashEditor } from "../splashPages/SplashEditor.tsx";
import { PageThumbnail, type ShownPage } from "./PageThumbnail.tsx";

const kinds = ["bio", "splash", "overlays"] as const;
type Kind = (typeof kinds)[number];

/** As many as a gallery shows; the tables have them all. */
const most = 60;
const query = { limit: most };

const editors = { bio: BioEditor, splash: SplashEditor, overlays: OverlayEditor } as const;

const readers: Readonly<Record<Kind, (signal: AbortSignal) => Promise<readonly ShownPage[]>>> = {
  bio: async (signal) =>
    (await api.call("listBioPages", { query }, signal)).data.bios.map((page) => ({
      ...page,
      kind: "bio",
    })),
  splash: async (signal) =>
    (await api.call("listSplashPages", { query }, signal)).data.splash.map((page) => ({
      ...page,
      kind: "splash",
    })),
  overlays: async (signal) =>
    (await api.call("listOverlays", { query }, signal)).data.cta.map((page) => ({
      ...page,
      kind: "overlays",
    })),
};

/** Under the lists' own keys, so that what is made or changed anywhere shows here. */
const pagesOf = (kind: Kind) =>
  queryOptions({
    queryKey: [kind, "gallery"],
    queryFn: ({ signal }) => readers[kind](signal),
  });

/** Whatever visitors see, as they see it: bio pages, splash pages, banners and forms. */
export function PagesScreen() {
  const { kind: given, id } = useParams();
  const kind = kinds.find((one) => one === given);
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const place = useEditorRoute(kind === undefined ? "/pages" : `/pages/${kind}`);
  const asked = useQueries({ queries: (kind === undefined ? kinds : [kind]).map(pagesOf) });
  const create = (of: Kind) =>
    void navigate(`/pages/${of}/new`, { state: { overList: id === undefined } });
  useScreenShortcuts({ c: () => create(kind ?? "bio") });
  if (given !== undefined && kind === undefined) return <Navigate to="/pages" replace />;
  const failed = asked.find(({ isError, data }) => isError && data === undefined);
  const isPending = asked.some(({ data }) => data === undefined);
  const shown = asked.flatMap(({ data }) => data ?? []);
  const Editor = kind === undefined ? null : editors[kind];
  return (
    <>
      <Group gap={12}>
        <h1>{t("pages.title")}</h1>
        <Text span c="dimmed" role="status" flex={1}>
          {!isPending && format.number(shown.length)}
        </Text>
        {kind !== undefined && (
          <Button
            component={Link}
            to={`/${kind}`}
            size="xs"
            leftSection={<IconTable size={14} aria-hidden="true" />}
          >
            {t("pages.table")}
          </Button>
        )}
        <NewPage create={create} />
      </Group>
      <Tabs
        label={t("pages.kinds")}
        tabs={[
          { to: "/pages", name: t("pages.all"), isCurrent: kind === undefined },
          ...kinds.map((one) => ({
            to: `/pages/${one}`,
            name: t(`nav.${one}`),
            isCurrent: kind === one,
          })),
        ]}
      />
      {failed !== undefined && <QueryFailure of={failed} />}
      {isPending ? (
        failed === undefined && (
          <Skeleton height={320} role="status" aria-label={t("common.loading")} />
        )
      ) : shown.length === 0 ? (
        <EmptyState
          title={t("pages.emptyTitle")}
          text={t("pages.emptyText")}
          action={<NewPage create={create} variant="filled" />}
        />
      ) : (
        <SimpleGrid component="ul" minColWidth="clamp(150px, 20%, 230px)" spacing={24} p={0} m={0}>
          {shown.map((page) => (
            <Stack
              component="li"
              key={`${page.kind} ${page.id}`}
              gap={6}
              style={{ listStyle: "none" }}
              miw={0}
            >
              <PageThumbnail page={page} />
              <Anchor
                component={Link}
                to={`/pages/${page.kind}/${page.id}`}
                state={{ overList: true }}
                c="var(--ink)"
                fw={600}
                truncate
                className="anyScript"
              >
                {page.name}
              </Anchor>
              <Text size="xs" c="dimmed">
                {t(`pages.one.${page.kind === "overlays" ? page.type : page.kind}`)}
              </Text>
              {page.kind === "bio" && (
                <Anchor href={page.shorturl} target="_blank" rel="noreferrer" size="xs" truncate>
                  <Address of={page.shorturl} />
                </Anchor>
              )}
            </Stack>
          ))}
        </SimpleGrid>
      )}
      {Editor !== null && id !== undefined && <Editor place={place} />}
    </>
  );
}

/** A new one of the kind that is chosen. */
function NewPage({
  create,
  ...look
}: {
  readonly create: (kind: Kind) => void;
  readonly variant?: "filled";
}) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} {...look}>
          {t("pages.new")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => create(kind)}>
            {t(`pages.make.${kind}`)}
            <Text size="xs" c="dimmed">
              {t(`pages.about.${kind}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
