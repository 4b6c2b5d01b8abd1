import { Button } from "@mantine/core";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import { useTranslation } from "react-i18next";
import { isDevice } from "../../../contract/fields/devices.ts";
import type { Trial } from "../../../contract/resources/tryLink.ts";
import { useFormat, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { useCopy } from "../../ui/address/clipboard.tsx";
import classes from "./TryDialog.module.css";

type Rule = Trial["rules"][number];

export function TryResult({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation();
  const { gets, rules, counts, curl } = trial;
  const format = useFormat();
  const { isCopied, copy } = useCopy();
  const isProtected = rules.some(({ rule }) => rule === "password");
  const leadsTo = gets.location ?? gets.to;
  return (
    <>
      <div className={classes.gets} data-testid="try-gets">
        <strong>{t(`tryVisit.gets.${gets.kind}`)}</strong>
        <span className="soft">
          {t("tryVisit.status", { status: format.number(gets.status) })} ·{" "}
          {t(`tryVisit.counts.${counts}`)}
        </span>
        {leadsTo !== null && (
          <span className={classes.leads}>
            <Address of={leadsTo} />
          </span>
        )}
        <div className={classes.ways}>
          {gets.location !== null && (
            <Button
              size="xs"
              component="a"
              href={gets.location}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden="true" />}
            >
              {t("tryVisit.open")}
            </Button>
          )}
          <Button size="xs" onClick={() => void copy(curl)}>
            {isCopied ? t("common.copied") : t("tryVisit.curl")}
          </Button>
        </div>
        <p className={classes.note}>
          {t(isProtected ? "tryVisit.curlHintLocked" : "tryVisit.curlHint")}
        </p>
      </div>
      <h3 className={classes.heading}>{t("tryVisit.rules")}</h3>
      <ol>
        {rules.map((rule, place) => (
          <RuleRow
            // Rules have no name of their own, and their order is what they are.
            // oxlint-disable-next-line react/no-array-index-key
            key={place}
            rule={rule}
          />
        ))}
      </ol>
      {gets.page !== null && (
        <>
          <h3 className={classes.heading}>{t("tryVisit.page")}</h3>
          <iframe
            key={gets.page}
            className={classes.frame}
            title={t("tryVisit.page")}
            src={gets.page}
            sandbox="allow-scripts allow-forms"
            referrerPolicy="no-referrer"
          />
        </>
      )}
    </>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { t } = useTranslation();
  const { outcome, url } = rule;
  const value = useValue(rule);
  const why =
    outcome === "passed" ? t("tryVisit.passed") : t(`tryVisit.why.${rule.rule}.${outcome}`);
  return (
    <li className={classes.rule} data-outcome={outcome}>
      <span className={classes.mark} aria-hidden="true" />
      <div className={classes.words}>
        <span>
          {t(`tryVisit.rule.${rule.rule}`)}
          {value !== null && (
            <>
              {" · "}
              <bdi>{value}</bdi>
            </>
          )}
        </span>
        <span className={classes.why}>{why}</span>
        {url !== null && (
          <span className={classes.url}>
            <Address of={url} />
          </span>
        )}
      </div>
    </li>
  );
}

/** Of which country, language, device … a rule is, in the reader's words. */
function useValue({ rule, value }: Rule): string | null {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const format = useFormat();
  if (value === null) return null;
  switch (rule) {
    case "expiry":
      return format.moment(value);
    case "language":
      return new Intl.DisplayNames(preferences.language, { type: "language" }).of(value) ?? value;
    case "country":
      return new Intl.DisplayNames(preferences.language, { type: "region" }).of(value) ?? value;
    case "device": {
      return isDevice(value) ? t(`devices.${value}`) : value;
    }
    case "app":
      return value === "apple" ? "App Store" : "Google Play";
    case "opens":
      return value === "frame" || value === "splash" || value === "overlay"
        ? t(`tryVisit.opens.${value}`)
        : value;
    case "pixels":
      return format.number(Number(value));
    case "password":
    case "otherwise":
    case "preview":
      return value;
  }
}
