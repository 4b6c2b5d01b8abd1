import { ActionIcon, Box, Button, Group, Stack, Text } from "@mantine/core";
import IconArrowBackUp from "@iconify-json/tabler/icons/arrow-back-up";
import IconChartLine from "@iconify-json/tabler/icons/chart-line";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconX from "@iconify-json/tabler/icons/x";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { isSwitchedOff } from "../../app/frame/shortcuts.ts";
import { refreshLinks, useLink } from "../../app/client/queries.ts";
import { Address } from "../../ui/address/Address.tsx";
import { copyText, TextToTake } from "../../ui/address/clipboard.tsx";
import { readableAddress, shortAddressParts } from "../../ui/address/readableAddress.ts";
import { Blade } from "../../ui/Blade.tsx";
import { faultSentence } from "../../ui/messages/faultSentence.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import type { BulkActionName } from "./bulk.ts";
import classes from "./Lead.module.css";
import { leaveMadeLink, type useMadeLink } from "./madeLink.ts";

interface Named {
  readonly id: number;
  readonly shorturl: string;
}

/** What can be done with a link right where it was created. */
export interface MadeWays {
  readonly edit: (link: Named) => void;
  readonly showQr: (link: Named) => void;
  readonly start: (action: BulkActionName, link: Named) => void;
}

type Made = NonNullable<ReturnType<typeof useMadeLink>>;

/** The field has become the signpost's arm: copied, and each next step one key away. */
export function MadeLink({ made, ways }: { readonly made: Made; readonly ways: MadeWays }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const [isRenaming, setRenaming] = useState(false);
  const details = useLink(made.id).data?.details;
  const [isCopied, setCopied] = useState(made.isCopied);
  const shorturl = details?.shorturl ?? made.shorturl;
  const name = readableAddress(shorturl);
  const link = { id: made.id, shorturl };
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const actions = [
    { key: "R", name: "rename", run: () => setRenaming(true) },
    { key: "T", name: "tag", run: () => ways.start("tag", link) },
    { key: "Q", name: "qr", run: () => ways.showQr(link) },
    { key: "X", name: "expire", run: () => ways.start("expiry", link) },
    { key: "E", name: "more", run: () => ways.edit(link) },
  ] as const;
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.altKey || isSwitchedOff(event)) return;
    const isPlain = !event.ctrlKey && !event.metaKey;
    const action = isPlain ? actions.find(({ key }) => event.code === `Key${key}`) : undefined;
    if (event.key === "Escape") leaveMadeLink();
    else if (action === undefined) return;
    else action.run();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t("home.made")}
      className={classes.made}
      data-testid="made"
      onKeyDown={press}
    >
      <Group className={classes.result} gap={20} wrap="nowrap">
        {isRenaming ? (
          <Rename
            link={{ ...link, longurl: made.longurl }}
            close={(renamed) => {
              setRenaming(false);
              if (renamed !== null) void copyText(renamed).then(setCopied);
              panel.current?.focus();
            }}
          />
        ) : (
          <button
            type="button"
            className={classes.blade}
            aria-label={t("home.renameNamed", { name })}
            onClick={() => setRenaming(true)}
          >
            <Blade of={shorturl} size="page" isNew />
          </button>
        )}
        <Stack gap={2} flex={1} miw={0}>
          {isCopied ? (
            <Box component="strong" c="var(--good)">
              ✓ {t("common.copied")}
            </Box>
          ) : (
            <TextToTake text={shorturl} />
          )}
          {details !== undefined && details.title !== "" && <bdi>{details.title}</bdi>}
          <Text component="span" size="sm" c="dimmed" miw={0}>
            <Address of={made.longurl} />
          </Text>
        </Stack>
        <ActionIcon
          style={{ alignSelf: "flex-start" }}
          aria-label={t("home.next")}
          title={t("home.next")}
          onClick={leaveMadeLink}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <Group gap={6}>
        {actions.map(({ key, name: action, run }) => (
          <Button key={key} size="xs" aria-keyshortcuts={key} onClick={run}>
            {t(`home.do.${action}`)}
            <kbd className={classes.key} aria-hidden="true">
              {key}
            </kbd>
          </Button>
        ))}
        <Group gap={2} ms="auto">
          <ActionIcon
            component="a"
            href={shorturl}
            target="_blank"
            rel="noreferrer"
            aria-label={t("common.openNamed", { name })}
            title={t("common.open")}
          >
            <IconExternalLink size={16} className="mirrored" />
          </ActionIcon>
          <ActionIcon
            component={Link}
            to={`/links/${made.id}`}
            aria-label={t("common.detailsNamed", { name })}
            title={t("common.details")}
          >
            <IconChartLine size={16} />
          </ActionIcon>
          <ActionIcon
            aria-label={t("common.undo")}
            title={t("common.undo")}
            onClick={made.takeBack}
          >
            <IconArrowBackUp size={16} className="mirrored" />
          </ActionIcon>
        </Group>
      </Group>
    </section>
  );
}

/** The alias as a field on the blade; Enter takes it. */
function Rename({
  link: { id, shorturl, longurl },
  close,
}: {
  readonly link: Named & { readonly longurl: string };
  /** With the new short address; null: it stays. */
  readonly close: (shorturl: string | null) => void;
}) {
  const { t } = useTranslation();
  const [alias, setAlias] = useState(() => shortAddressParts(shorturl).alias);
  const [fault, setFault] = useState<string | null>(null);
  const field: RefObject<HTMLInputElement | null> = useRef(null);
  useEffect(() => field.current?.select(), []);
  const save = async () => {
    try {
      await api.call("updateLink", {
        params: { id },
        body: { url: longurl, custom: alias.trim() },
      });
      const { details } = await api.call("getLink", { params: { id } });
      await refreshLinks();
      close(details.shorturl);
    } catch (error) {
      const [first] = error instanceof ApiFailure ? error.faults : [];
      if (first === undefined) showFailure(error);
      else setFault(faultSentence(first, t));
      field.current?.focus();
    }
  };
  return (
    <form
      className={classes.blade}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Blade
        of={shorturl}
        size="page"
        field={
          <input
            ref={field}
            className={classes.alias}
            aria-label={t("fields.alias")}
            aria-invalid={fault !== null}
            aria-describedby={fault === null ? undefined : "rename-fault"}
            autoComplete="off"
            spellCheck={false}
            size={Math.max(6, alias.length)}
            value={alias}
            onChange={(event) => {
              setAlias(event.currentTarget.value);
              setFault(null);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              close(null);
            }}
          />
        }
      />
      {fault !== null && (
        <Text id="rename-fault" size="sm" c="var(--danger)" role="alert">
          {fault}
        </Text>
      )}
    </form>
  );
}
