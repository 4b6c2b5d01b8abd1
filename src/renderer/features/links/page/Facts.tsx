import { Group, Stack } from "@mantine/core";
import { useMemo } from "react";
import { wholeSplit } from "../../../../contract/fields/splitShares.ts";
import { isDevice } from "../../../../contract/fields/devices.ts";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { createCountryNames } from "../../../i18n/countryNames.ts";
import { SourceName } from "../../exchange/SourceName.tsx";
import { useI18n, usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../../app/client/queries.ts";
import { useCampaigns, useChannels } from "../../../app/client/namedRecords.ts";
import { Address } from "../../../ui/address/Address.tsx";
import { TagChip } from "../../tags/TagChip.tsx";
import classes from "./LinkScreen.module.css";
import { Link } from "react-router";
import { useEdgeLink } from "../../edge/edge.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../../app/client/api.ts";
import { Fact, FactList } from "../../../ui/FactList.tsx";
import { ruleValues } from "../editor/ruleModel.ts";
import { useRuleText } from "../editor/ruleText.ts";
import { LimitsFacts } from "../LimitsFacts.tsx";

/** What is set of a link, and nothing else; what every link has comes first. */
export function Facts({ link }: { readonly link: LinkDetails }) {
  const { t, format } = useI18n();
  const edge = useEdgeFact(link.id);
  const opensAs = useOpensAs(link.type);
  const channels = useChannels().data ?? [];
  const campaigns = useCampaigns().data ?? [];
  const pixels = usePixelNames(link.pixels.length > 0) ?? [];
  const isPreviewed = link.metatitle !== "" || link.metadescription !== "" || link.metaimage !== "";
  return (
    <Stack gap="md">
      <Rules link={link} />
      <FactList label={t("link.facts")}>
        {link.channel.length + link.tags.length > 0 || link.campaign !== null ? (
          <Fact name={t("link.in")}>
            <Group component="span" gap={4}>
              {link.channel.map((id) => (
                <Gathering key={id} to={`/links?channel=${id}`} record={find(channels, id)} />
              ))}
              {link.campaign !== null && (
                <Gathering
                  to={`/links?campaign=${link.campaign}`}
                  record={find(campaigns, link.campaign)}
                />
              )}
              {link.tags.map((tag) => (
                <TagChip key={tag} tag={tag} />
              ))}
            </Group>
          </Fact>
        ) : null}
        <Fact name={t("link.made")}>{format.moment(link.date)}</Fact>
        {link.expiry !== null && <Fact name={t("link.expires")}>{format.moment(link.expiry)}</Fact>}
        <LimitsFacts link={link} />
        {edge !== null && <Fact name={t("link.edge.name")}>{edge}</Fact>}
        {link.password && <Fact name={t("link.password")}>{t("link.passwordSet")}</Fact>}
        {opensAs !== null && <Fact name={t("link.opensAs")}>{opensAs}</Fact>}
        {link.pixels.length > 0 && (
          <Fact name={t("link.pixels")}>
            <bdi>{link.pixels.map((id) => find(pixels, id).name).join(t("common.comma"))}</bdi>
          </Fact>
        )}
        {isPreviewed && (
          <Fact name={t("link.preview")}>
            <bdi>{link.metatitle || link.metadescription || link.metaimage}</bdi>
          </Fact>
        )}
        {link.parameters.length > 0 && (
          <Fact name={t("link.parameters")}>
            <bdi dir="ltr">
              {link.parameters.map(({ name, value }) => `${name}=${value}`).join(" & ")}
            </bdi>
          </Fact>
        )}
        {link.earlierclicks > 0 && (
          <Fact name={t("link.beforeWaypost")}>
            {t("links.clicksOf", format.counted(link.earlierclicks))}
          </Fact>
        )}
        {link.source !== null && (
          <Fact name={t("link.source")}>
            <SourceName source={link.source} />
          </Fact>
        )}
        {link.description !== "" && (
          <Fact name={t("link.note")}>
            <bdi>{link.description}</bdi>
          </Fact>
        )}
      </FactList>
    </Stack>
  );
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly color?: string | null;
}

function find(records: readonly Named[], id: number): Named {
  return records.find((record) => record.id === id) ?? { id, name: `#${id}` };
}

/** A channel or campaign that the link is in, as a chip that leads to its links. */
function Gathering({ to, record: { name, color } }: { to: string; record: Named }) {
  return (
    <Link to={to} className="chip">
      <i style={{ background: color ?? "var(--accent)" }} />
      <bdi className="truncate">{name}</bdi>
    </Link>
  );
}

interface Rule {
  readonly label: string;
  readonly to: string;
}

/** Rules come before languages, languages before countries, countries before devices and app links. */
function Rules({ link }: { readonly link: LinkDetails }) {
  const { t, format } = useI18n();
  const { language } = usePreferences().preferences;
  const country = useMemo(() => createCountryNames(language), [language]);
  const tongue = useMemo(() => new Intl.DisplayNames(language, { type: "language" }), [language]);
  const deviceName = (name: string) => {
    return isDevice(name) ? t(`devices.${name}`) : name;
  };
  const now = useMinute();
  const { ruleText } = useRuleText();
  const rules: Rule[] = [
    ...ruleValues(link.rules)
      .filter(({ isOff }) => !isOff)
      .map((rule) => ({ label: rule.name || ruleText(rule), to: rule.url })),
    ...link.languagetarget.map((one) => ({
      label: t("link.language", { name: tongue.of(one.language.replaceAll("_", "-")) }),
      to: one.link,
    })),
    ...link.geotarget.map((one) => ({ label: country(one.location), to: one.link })),
    ...link.devicetarget.map((one) => ({ label: deviceName(one.device), to: one.link })),
    ...(link.deeplink?.apple === undefined
      ? []
      : [{ label: t("link.appStore"), to: link.deeplink.apple }]),
    ...(link.deeplink?.google === undefined
      ? []
      : [{ label: t("link.googlePlay"), to: link.deeplink.google }]),
  ];
  const rest = t(rules.length === 0 ? "link.leadsTo" : "link.everybodyElse");
  const { variants = [], ends = null, winner = null } = link.split ?? {};
  const isSplit = variants.length > 0 && (ends === null || ends > now);
  const own = variants.find(({ id }) => id === winner)?.url ?? link.longurl;
  const others: Rule[] = isSplit
    ? variants.map(({ id, url, weight }) => ({
        label: t("link.variant", {
          letter: id.toUpperCase(),
          share: format.percent(weight / wholeSplit),
        }),
        to: url,
      }))
    : [{ label: rest, to: own }];
  return (
    <ol className={classes.fork} aria-label={t(rules.length === 0 ? "link.leadsTo" : "link.rules")}>
      {[...rules, ...others].map(({ label, to }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two rules can say the same
        <li key={place}>
          <span className={classes.rule}>
            <bdi>{label}</bdi>
          </span>
          <a href={to} className="quietLink" target="_blank" rel="noreferrer" title={to}>
            <Address of={to} />
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Where a link stands, where there is a copy at the edge; nothing where there is none. */
function useEdgeFact(id: number) {
  const { t } = useTranslation();
  const found = useEdgeLink(id).data;
  if (found === undefined || found === null) return null;
  const { state, reason } = found;
  return (
    <>
      {t(`link.edge.${reason ?? state}`)} <Link to="/settings/edge">{t("link.edge.more")}</Link>
    </>
  );
}

/** As many as a link's page looks through for a name. */
const most = 1_000;

function usePixelNames(isEnabled: boolean) {
  return useQuery({
    queryKey: ["pixels", "names"],
    queryFn: async ({ signal }): Promise<readonly Named[]> =>
      (await api.call("listPixels", { query: { limit: most } }, signal)).data.pixels,
    enabled: isEnabled,
  }).data;
}

/** How a link opens, where it isn't simply followed. */
function useOpensAs(type: string): string | null {
  const { t } = useTranslation();
  const overlay = /^overlay-(\d+)$/.exec(type)?.[1];
  const splash = /^\d+$/.test(type) ? type : undefined;
  const { data } = useQuery({
    queryKey: ["opensAs", type],
    queryFn: async ({ signal }) => {
      if (overlay !== undefined) {
        const params = { id: Number(overlay) };
        return (await api.call("getOverlay", { params }, signal)).details.name;
      }
      const params = { id: Number(splash) };
      return (await api.call("getSplashPage", { params }, signal)).details.name;
    },
    enabled: overlay !== undefined || splash !== undefined,
  });
  const name = `\u2068${data ?? "…"}\u2069`;
  if (overlay !== undefined) return t("link.overlay", { name });
  if (splash !== undefined) return t("link.splash", { name });
  if (type === "splash") return t("link.usualSplash");
  return type === "frame" ? t("link.frame") : null;
}
