import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "react-router";
import type { Edge } from "../../../contract/server/edge.ts";
import { api } from "../../app/client/api.ts";
import { useMinute } from "../../app/client/queries.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { Notice } from "../../ui/messages/Notice.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { pictureData } from "../qrCodes/qrPreview.ts";
import classes from "../settings/Settings.module.css";
import { clearEdgeNotes, pairBrowser, unpairBrowser } from "./edge.ts";

/** Browsers that create links at the copy while this computer sleeps: a one-time link for another one, and those that there are. */
export function EdgeBrowsers({ edge }: { readonly edge: Edge }) {
  const { t } = useI18n();
  const heading = useId();
  const { isBusy, during } = useBusy();
  const [made, setMade] = useState<{ readonly url: string; readonly id: string } | null>(null);
  const { browsers } = edge;
  // It is of no use any more once a browser has opened it.
  const waiting = browsers.find(({ id, paired }) => id === made?.id && paired === null);
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.browsers.title")}</h3>
      <p className="soft">{t("edge.browsers.text")}</p>
      <EdgeNotes notes={edge.notes} />
      {made !== null && waiting !== undefined && <OneTimeLink url={made.url} />}
      <div>
        <Button
          size="xs"
          loading={isBusy}
          onClick={() => void during(async () => setMade(await pairBrowser()))}
        >
          {t("edge.browsers.pair")}
        </Button>
      </div>
      {browsers.length > 0 && (
        <Stack component="ul" className="points" gap="xs">
          {browsers.map((browser) => (
            <Browser key={browser.id} browser={browser} />
          ))}
        </Stack>
      )}
      {browsers.length > 1 && (
        <div>
          <Button size="xs" disabled={isBusy} onClick={() => void during(() => unpairBrowser())}>
            {t("edge.browsers.removeAll")}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The link as a picture, to be opened with a phone; it is kept nowhere. */
function OneTimeLink({ url }: { readonly url: string }) {
  const { t } = useI18n();
  const drawn = useQuery({
    queryKey: ["qrPreview", "oneTime", url],
    queryFn: async ({ signal }) => {
      const body = { type: "text" as const, data: url };
      return (await api.call("previewQrCode", { body }, signal)).data.svg;
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Group gap="md" role="status">
      {drawn.data !== undefined && (
        <img
          src={pictureData(drawn.data)}
          alt={t("common.qrNamed", { name: readableAddress(url) })}
          width={176}
          height={176}
          style={{ borderRadius: 12 }}
        />
      )}
      <Stack gap="xs" flex="1 1 200px" miw={0}>
        <Text size="sm">{t("edge.browsers.scan")}</Text>
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Address of={url} />
          <CopyButton text={url} label={t("edge.browsers.copy")} />
        </Group>
      </Stack>
    </Group>
  );
}

function Browser({
  browser: { id, name, paired, used, ends },
}: {
  readonly browser: Edge["browsers"][number];
}) {
  const { t, format } = useI18n();
  const now = useMinute();
  const { isBusy, during } = useBusy();
  const called = name === null ? t("edge.browsers.waiting") : `\u2068${name}\u2069`;
  const facts = [
    paired !== null && t("edge.browsers.paired", { ago: format.ago(paired, now) }),
    used !== null && t("edge.browsers.used", { ago: format.ago(used, now) }),
    paired === null
      ? t("edge.browsers.opens", { time: format.moment(ends) })
      : t("edge.browsers.ends", { date: format.day(ends) }),
  ].filter((fact) => fact !== false);
  return (
    <Group component="li" gap="xs" justify="space-between">
      <span>
        {called} <span className="soft">{facts.join(t("common.comma"))}</span>
      </span>
      <Button
        size="xs"
        loading={isBusy}
        aria-label={t("edge.browsers.removeNamed", { name: called })}
        onClick={() => void during(() => unpairBrowser(id))}
      >
        {t("edge.browsers.remove")}
      </Button>
    </Group>
  );
}

/** Links that didn't become here what they were there. */
function EdgeNotes({ notes }: { readonly notes: Edge["notes"] }) {
  const { t } = useI18n();
  const { isBusy, during } = useBusy();
  if (notes.length === 0) return null;
  const dismiss = (
    <Button size="xs" loading={isBusy} onClick={() => void during(clearEdgeNotes)}>
      {t("common.closeMessage")}
    </Button>
  );
  return (
    <Notice kind="caution" role="status" action={dismiss}>
      <Stack component="ul" gap={4}>
        {notes.map(({ date, alias, url, link }) => (
          <li key={`${date} ${alias} ${url}`}>
            {link === null ? (
              <>
                {t("edge.browsers.refused", { alias: `\u2068${alias}\u2069` })} <Address of={url} />
              </>
            ) : (
              <>
                {t("edge.browsers.renamed", { alias: `\u2068${alias}\u2069` })}{" "}
                <Link to={`/links/${link.id}`}>
                  <Address of={link.shorturl} />
                </Link>
              </>
            )}
          </li>
        ))}
      </Stack>
    </Notice>
  );
}
