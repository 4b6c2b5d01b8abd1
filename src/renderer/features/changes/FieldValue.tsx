import { Box } from "@mantine/core";
import {
  type AnsweredRule,
  answeredRules,
  type AnsweredSplit,
  answeredSplit,
} from "../../../contract/fields/decisionFields.ts";
import { wholeSplit } from "../../../contract/fields/splitShares.ts";
import { hexOf } from "../../ui/inputs/colours.ts";
import { SourceName } from "../exchange/SourceName.tsx";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { Swatch } from "../../ui/list/table/cells.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { codeText, ruleText } from "./codeText.ts";
import { LinkNames, OpensAs, RecordNames } from "./RecordNames.tsx";
import { settingRow, isSettingName } from "../../../contract/server/settingsTable.ts";
import { valueText } from "../settings/valueText.ts";
import classes from "./Records.module.css";
import type { TFunction } from "i18next";
import { isolated } from "../../ui/list/filters/filters.ts";
import { FilterWords } from "../links/FilterWords.tsx";
import { ruleValues } from "../links/editor/ruleModel.ts";
import { useRuleText } from "../links/editor/ruleText.ts";
import { filterIn } from "../links/linkSearch.ts";
import { useTranslation } from "react-i18next";
import type { RecordKind } from "../../../contract/fields/records.ts";
import { fieldText } from "./fieldWords.ts";

const timestampForm = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const colorForm = /^(rgba?\([\d\s.,%]+\)|#[\da-f]{3,8})$/i;
/** What the service shows for a domain that is not registered any more. */
const goneDomain = /^domain (\d+), deleted$/;

interface Props {
  readonly kind: RecordKind;
  readonly field: string;
  readonly value: unknown;
}

/** A value of a record as its owner reads it. */
export function FieldValue({ kind, field, value }: Props) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  if (isEmpty(value)) return <span className="soft">{t("history.empty")}</span>;
  const ids = idsIn(value);
  if (field === "campaign") return <RecordNames of="campaigns" ids={ids} />;
  if (field === "channel") return <RecordNames of="channels" ids={ids} />;
  if (field === "pixels") return <RecordNames of="pixels" ids={ids} />;
  if (field === "ids" || (kind === "answers" && field === "link")) return <LinkNames ids={ids} />;
  if (kind === "links" && field === "type" && typeof value === "string")
    return <OpensAs type={value} />;
  if (kind === "links" && field === "rules") {
    const rules = answeredRules.safeParse(value);
    if (rules.success) return <RuleLines rules={rules.data} />;
  }
  if (kind === "links" && field === "split") {
    const split = answeredSplit.safeParse(value);
    if (split.success) return <SplitLines split={split.data} />;
  }
  if (kind === "clicks" && field === "format" && typeof value === "string")
    return <SourceName source={{ service: value, id: "" }} />;
  if (kind === "views" && field === "query" && typeof value === "object")
    return <ViewQuery query={value ?? {}} />;
  if (kind === "settings" && isSettingName(field) && isSettingValue(value)) {
    if (field === "links.channel" && value !== 0) return <RecordNames of="channels" ids={ids} />;
    if (settingRow(field).control.kind !== "colour") return valueText(field, value, t, format);
  }
  if (isSource(value)) return <SourceName source={value} />;
  if (typeof value === "boolean") return t(value ? "common.on" : "common.off");
  if (typeof value === "number") return format.number(value);
  if (typeof value === "string") {
    if (timestampForm.test(value)) return format.moment(value);
    if (colorForm.test(value))
      return (
        <Box component="span" style={{ whiteSpace: "nowrap" }}>
          <Swatch color={value} /> <bdi dir="ltr">{hexOf(value) ?? value}</bdi>
        </Box>
      );
    if (/^https?:\/\//.test(value))
      return (
        <bdi dir="ltr" className={classes.value}>
          {readableAddress(value)}
        </bdi>
      );
    const [, gone] = (field === "domain" && goneDomain.exec(value)) || [];
    if (gone !== undefined) return t("history.unnamed", { id: gone });
    return <bdi className={classes.value}>{codeText(kind, field, value, t) ?? value}</bdi>;
  }
  const isolate = (part: unknown) => `\u2068${textOf(part)}\u2069`;
  const textOf = (part: unknown) =>
    typeof part === "number"
      ? format.number(part)
      : ((typeof part === "string" ? codeText(kind, field, part, t) : undefined) ?? String(part));
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object"))
    return <span className={classes.value}>{value.map(isolate).join(t("common.comma"))}</span>;
  return (
    <span className={classes.value}>
      {[value]
        .flat()
        .map((entry) => ruleText(entry, t, i18n.language) ?? partsOf(entry))
        .join("\n")}
    </span>
  );
}

/** Within a sentence of either direction. */
function shownAddress(url: string): string {
  return `\u2066${readableAddress(url)}\u2069`;
}

/** "Where country is Germany → example.org", one a line. */
function RuleLines({ rules }: { readonly rules: readonly AnsweredRule[] }) {
  const { t } = useTranslation();
  const { ruleText: sentenceOf } = useRuleText();
  return ruleValues(rules).map(({ id, name, isOff, url, ...rule }) => (
    <span key={id} className={classes.value} style={{ display: "block" }}>
      {name !== "" && `${isolated(name)}: `}
      {t("rules.leads", { what: sentenceOf(rule), address: shownAddress(url) })}
      {isOff && ` (${t("rules.off")})`}
    </span>
  ));
}

/** "Variant A, 50% → example.org", one a line, and how it ends. */
function SplitLines({ split }: { readonly split: AnsweredSplit }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { variants, ends, winner, started } = split;
  return (
    <span className={classes.value}>
      {variants.map(({ id, url, weight }) => (
        <span key={id} style={{ display: "block" }}>
          {t("rules.leads", {
            what: t("link.variant", {
              letter: id.toUpperCase(),
              share: format.percent(weight / wholeSplit),
            }),
            address: shownAddress(url),
          })}
        </span>
      ))}
      {started !== null && (
        <span style={{ display: "block" }}>
          {t("split.running", { date: format.moment(started) })}
        </span>
      )}
      {ends !== null && `${t("split.ends")}: ${format.moment(ends)}`}
      {winner !== null &&
        ` · ${t("split.winner")}: ${t("split.variant", { letter: winner.toUpperCase() })}`}
    </span>
  );
}

function idsIn(value: unknown): number[] {
  return [value].flat().filter((one) => typeof one === "number");
}

/** What an entry holds, without the names that scripts have for it. */
function partsOf(value: unknown): string {
  return typeof value === "object" && value !== null
    ? Object.values(value)
        .filter((part) => !isEmpty(part))
        .map((part) => `\u2068${typeof part === "object" ? partsOf(part) : String(part)}\u2069`)
        .join(" · ")
    : String(value);
}

function isSettingValue(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isSource(value: unknown): value is { readonly service: string; readonly id: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "service" in value &&
    typeof value.service === "string" &&
    "id" in value &&
    typeof value.id === "string"
  );
}

/** What a view says beside its filters. */
const others: ReadonlySet<string> = new Set(["q", "order", "direction"]);

/** What is kept under a name: a filter of the links in words, else what belongs to what. */
function ViewQuery({ query }: { readonly query: object }) {
  const { t } = useTranslation();
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
  const { q = "", order, ...filters } = Object.fromEntries(entries);
  const filter = filterIn(new URLSearchParams(filters));
  if (entries.length === 0) return <span className="soft">{t("history.empty")}</span>;
  if (entries.some(([name]) => !(name in filter) && !others.has(name)))
    return entries
      .map(
        ([name, value]) => `${isolated(name)}: ${isolated(fieldText("links", value, t) ?? value)}`,
      )
      .join("\n");
  const isFiltered = q !== "" || Object.keys(filter).length > 0;
  return (
    <>
      {isFiltered && <FilterWords q={q} filter={filter} />}
      {isFiltered && order !== undefined && t("common.comma")}
      {order !== undefined && t("list.sortBy", { column: orderText(order, t) })}
    </>
  );
}

/** What the links are in the order of, as the head of its column says. */
function orderText(order: string, t: TFunction): string {
  if (order === "lastclick") return t("links.lastClick");
  return fieldText("links", order === "click" ? "clicks" : order, t) ?? order;
}

/** Whether a field of a record holds nothing. */
export function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}

/** A field of a record as the window calls it; one that it has no word for by its own name. */
export function FieldLabel({ kind, field }: { readonly kind: RecordKind; readonly field: string }) {
  const { t } = useTranslation();
  const own = <bdi dir="ltr">{field}</bdi>;
  if (kind === "settings") return isSettingName(field) ? t(`settings.of.${field}.title`) : own;
  return fieldText(kind, field, t) ?? own;
}
