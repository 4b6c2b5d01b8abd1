import { Box, Button, Group, Stack, Text } from "@mantine/core";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import { useTranslation } from "react-i18next";
import { isDevice } from "../../../contract/fields/devices.ts";
import { wholeSplit } from "../../../contract/fields/splitShares.ts";
import type { Trial } from "../../../contract/resources/tryLink.ts";
import { useFormat, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { withDigits } from "../../i18n/typedMoment.ts";
import { Address } from "../../ui/address/Address.tsx";
import { useCopy } from "../../ui/address/clipboard.tsx";
import { nameOfCountry, nameOfLanguage } from "../links/editor/placeNames.ts";
import { conditionValue } from "../links/editor/ruleModel.ts";
import { useRuleText } from "../links/editor/ruleText.ts";
import classes from "./TryDialog.module.css";

type Rule = Trial["rules"][number];
type TriedCondition = NonNullable<Rule["conditions"]>[number];

export function TryResult({
  trial,
  isDraft = false,
}: {
  readonly trial: Trial;
  /** The link isn't saved, so nothing can be opened. */
  readonly isDraft?: boolean;
}) {
  const { t } = useTranslation();
  const { gets, rules, counts } = trial;
  const format = useFormat();
  const leadsTo = gets.location ?? gets.to;
  return (
    <>
      <Stack
        gap={4}
        p="sm"
        bd="1px solid var(--line)"
        bdrs="md"
        bg="var(--wash)"
        data-testid="try-gets"
      >
        <strong>{t(`tryVisit.gets.${gets.kind}`)}</strong>
        <span className="soft">
          {t("tryVisit.status", { status: format.number(gets.status) })} ·{" "}
          {t(`tryVisit.counts.${counts}`)}
        </span>
        {leadsTo !== null && (
          <Box component="span" miw={0} style={{ overflowWrap: "anywhere" }}>
            <Address of={leadsTo} />
          </Box>
        )}
        {!isDraft && <AsThisVisitor trial={trial} />}
      </Stack>
      <Box component="h3" fz={15} fw={600}>
        {t("tryVisit.rules")}
      </Box>
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
      {!isDraft && gets.page !== null && (
        <>
          <Box component="h3" fz={15} fw={600}>
            {t("tryVisit.page")}
          </Box>
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

/** Opens the link as the visitor would, or copies how. */
function AsThisVisitor({ trial: { gets, rules, curl } }: { readonly trial: Trial }) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy();
  const isProtected = rules.some(({ rule }) => rule === "password");
  return (
    <>
      <Group gap="xs" align="stretch" mt="xs">
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
      </Group>
      <Text inherit c="dimmed" fz={12}>
        {t(isProtected ? "tryVisit.curlHintLocked" : "tryVisit.curlHint")}
      </Text>
    </>
  );
}

function RuleRow({ rule }: { readonly rule: Rule }) {
  const { t } = useTranslation();
  const { outcome, url } = rule;
  const value = useValue(rule);
  const why = useWhy(rule);
  return (
    <li className={classes.rule} data-outcome={outcome}>
      <span className={classes.mark} aria-hidden="true" />
      <Stack className={classes.words} gap={0} flex={1} miw={0}>
        <span>
          {t(`tryVisit.rule.${rule.rule}`)}
          {value !== null && (
            <>
              {" · "}
              <bdi>{value}</bdi>
            </>
          )}
        </span>
        <Box component="span" c="dimmed" fz={13} style={{ overflowWrap: "anywhere" }}>
          {why}
        </Box>
        {url !== null && (
          <Box component="span" c="dimmed" fz={13} style={{ overflowWrap: "anywhere" }}>
            <Address of={url} />
          </Box>
        )}
        {rule.conditions !== undefined && (
          <ul>
            {rule.conditions.map((condition, place) => (
              // Conditions have no name of their own, and their order is what they are.
              // oxlint-disable-next-line react/no-array-index-key
              <ConditionRow key={place} condition={condition} />
            ))}
          </ul>
        )}
      </Stack>
    </li>
  );
}

function useWhy({ rule, outcome, draw }: Rule): string {
  const { t } = useTranslation();
  const format = useFormat();
  if (outcome === "passed") return t("tryVisit.passed");
  if (draw === undefined) return t(`tryVisit.why.${rule}.${outcome}`);
  return t(`tryVisit.draw.${draw.by}`, {
    bucket: format.number(draw.bucket ?? 0),
    whole: format.number(wholeSplit),
  });
}

/** What a condition asks, and what the visitor has of it. */
function ConditionRow({ condition }: { readonly condition: TriedCondition }) {
  const { t } = useTranslation();
  const { conditionText, valueText } = useRuleText();
  const format = useFormat();
  const { type, fact, holds } = condition;
  const has =
    fact === null || holds === null
      ? t("tryVisit.factUnknown")
      : fact === ""
        ? t("tryVisit.factMissing")
        : t("tryVisit.fact", {
            fact: type === "time-window" ? format.moment(fact) : valueText(type, fact),
          });
  return (
    <li className={classes.rule} data-outcome={holds === true ? "holds" : "fails"}>
      <span className={classes.mark} aria-hidden="true" />
      <Box fz={13} miw={0} style={{ overflowWrap: "anywhere" }}>
        <span>{conditionText(conditionValue(condition))}</span>
        <Text component="div" inherit c="dimmed">
          {holds !== null && t(holds ? "tryVisit.conditionHolds" : "tryVisit.conditionFails")} {has}
        </Text>
      </Box>
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
    case "starts":
    case "expiry":
      return format.moment(value);
    case "language":
      return nameOfLanguage(value, preferences.language);
    case "country":
      return nameOfCountry(value, preferences.language);
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
    case "limit": {
      const [clicks = "", most = ""] = value.split(" / ").map((one) => format.number(Number(one)));
      return t("decides.used", { clicks, most });
    }
    case "rule":
      // Of one without a name it's the number.
      return /^\d+$/.test(value) ? withDigits(value, preferences.digits) : value;
    case "split":
      return value.toUpperCase();
    case "password":
    case "otherwise":
    case "preview":
      return value;
  }
}
