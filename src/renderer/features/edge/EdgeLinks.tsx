import { Button, Group, Stack } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  type Edge,
  type EdgeLinkState,
  edgeLinkStates,
  mostCampaignLinks,
} from "../../../contract/server/edge.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import classes from "../settings/Settings.module.css";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { Pager } from "../../ui/navigation/Pager.tsx";
import own from "./Edge.module.css";
import { useEdgeAtHome, useEdgeLinks } from "./edge.ts";

/** How many links are there, on their way or at home alone; which ones and why, by a press. */
export function EdgeLinks({ counts }: { readonly counts: Edge["links"] }) {
  const { t, format } = useI18n();
  const heading = useId();
  const [state, setState] = useState<EdgeLinkState | null>(null);
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.links.title")}</h3>
      <Group gap="xs">
        {edgeLinkStates.map((one) => (
          <Button
            key={one}
            size="xs"
            aria-expanded={state === one}
            disabled={counts[one] === 0}
            onClick={() => setState(state === one ? null : one)}
          >
            {t(`edge.links.${one}`, format.counted(counts[one]))}
          </Button>
        ))}
      </Group>
      {state !== null && <Listed key={state} state={state} />}
      <p className="soft">{t("edge.links.text")}</p>
    </section>
  );
}

function Listed({ state }: { readonly state: EdgeLinkState }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const links = useEdgeLinks(state, page);
  const found = links.data;
  if (found === undefined) return <Pending of={links} />;
  return (
    <>
      <Stack className={own.links} component="ul" gap={0}>
        {found.links.map(({ id, shorturl, title, reason }) => (
          <li key={id}>
            <Link to={`/links/${id}`}>
              <bdi dir="ltr">{readableAddress(shorturl)}</bdi>
            </Link>
            {title !== "" && <bdi className="soft">{title}</bdi>}
            {reason !== null && <span className="soft">{t(`edge.reasons.${reason}`)}</span>}
          </li>
        ))}
      </Stack>
      <Pager page={page} pages={found.maxpage} turn={setPage} />
    </>
  );
}

/** Campaigns and pictures that the copy doesn't have, and why. */
export function EdgeAtHome() {
  const { t, format } = useI18n();
  const heading = useId();
  const [page, setPage] = useState(1);
  const found = useEdgeAtHome(page).data;
  if (found === undefined) return null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.atHome.title")}</h3>
      <Stack className={own.links} component="ul" gap={0}>
        {found.records.map(({ kind, id, name, reason }) => (
          <li key={`${kind} ${id}`}>
            <Link to={kind === "campaign" ? `/campaigns/${id}` : `/qr/${id}`}>
              <bdi>{name}</bdi>
            </Link>
            <span className="soft">
              {t(`edge.atHome.${reason}`, { most: format.number(mostCampaignLinks) })}
            </span>
          </li>
        ))}
      </Stack>
      <Pager page={page} pages={found.maxpage} turn={setPage} />
    </section>
  );
}
