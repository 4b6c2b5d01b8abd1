import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { LinkStatistics } from "../../contract/links.ts";
import { createCountryNames } from "../countryNames.ts";
import { useFormat, usePreferences } from "../i18n/PreferencesProvider.tsx";
import { EmptyState } from "../shell/EmptyState.tsx";
import classes from "./LinkScreen.module.css";
import { TopList } from "./TopList.tsx";

/** As the platforms write themselves. */
const platforms: Readonly<Record<string, string>> = {
  facebook: "Facebook",
  twitter: "X (Twitter)",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  telegram: "Telegram",
  whatsapp: "WhatsApp",
  youtube: "YouTube",
  reddit: "Reddit",
  tiktok: "TikTok",
  pinterest: "Pinterest",
};

function platformName(key: string): string {
  return platforms[key] ?? key;
}

/**
 * The contract's names for what can't be known (docs/contract.md, "Names of what can't be known").
 */
const unknownCountry = "Unknown";
const directReferrer = "Direct, email and other";

export function Statistics({ statistics }: { readonly statistics: LinkStatistics }) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const country = useMemo(() => createCountryNames(preferences.language), [preferences.language]);
  const hasClicks = statistics.clicks > 0;
  const social = Object.fromEntries(
    Object.entries(statistics.socialCount)
      .filter(([, count]) => count > 0)
      .toSorted(([, one], [, other]) => other - one),
  );
  return (
    <>
      <Figures statistics={statistics} />
      {!hasClicks && (
        <section className={classes.panel}>
          <EmptyState title={t("link.emptyTitle")} text={t("link.empty")} />
        </section>
      )}
      <div className={classes.lists}>
        {hasClicks && (
          <>
            <TopList
              title={t("link.countries")}
              counts={statistics.topCountries}
              nameOf={(name) => (name === unknownCountry ? t("link.unknown") : country(name))}
              foot={
                <a href="https://db-ip.com" target="_blank" rel="noreferrer">
                  {t("link.attribution")}
                </a>
              }
            />
            <TopList
              title={t("link.referrers")}
              counts={statistics.topReferrers}
              nameOf={(name) => (name === directReferrer ? t("link.directReferrer") : name)}
            />
            <TopList title={t("link.browsers")} counts={statistics.topBrowsers} />
            <TopList title={t("link.systems")} counts={statistics.topOs} />
            {Object.keys(social).length > 0 && (
              <TopList title={t("link.social")} counts={social} nameOf={platformName} />
            )}
          </>
        )}
        {statistics.botClicks > 0 && (
          <TopList
            title={t("link.botNames")}
            counts={statistics.topBots}
            foot={<span className="soft">{t("link.botsText")}</span>}
          />
        )}
      </div>
    </>
  );
}

function Figures({ statistics }: { readonly statistics: LinkStatistics }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className={classes.figures}>
      <div>
        <dt>
          <span className={classes.live} title={t("link.live")} aria-hidden="true" />
          {t("link.clicks")}
        </dt>
        <dd data-testid="clicks">{format.number(statistics.clicks)}</dd>
      </div>
      <div>
        <dt>{t("link.visitors")}</dt>
        <dd data-testid="visitors">{format.number(statistics.uniqueClicks)}</dd>
      </div>
      <div>
        <dt>{t("link.bots")}</dt>
        <dd data-testid="bots">{format.number(statistics.botClicks)}</dd>
      </div>
    </dl>
  );
}
