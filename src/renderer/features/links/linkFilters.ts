import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { FilterField, FilterOption } from "../../ui/list/filters/filters.ts";
import { useTags } from "../tags/tags.ts";
import {
  useCampaigns,
  useChannels,
  useDomains,
  useOverlays,
  usePixels,
  useSplashPages,
} from "../../app/client/namedRecords.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What links are filtered by, in the order in which it is offered. */
export function useLinkFilters(): readonly FilterField[] {
  const { t } = useTranslation();
  const tags = useTags().data;
  const channels = useChannels().data;
  const campaigns = useCampaigns().data;
  const domains = useDomains().data;
  const pixels = usePixels().data;
  const splashPages = useSplashPages().data;
  const overlays = useOverlays().data;
  return useMemo(() => {
    const choice = (options: readonly FilterOption[]) => ({ kind: "choice", options }) as const;
    const fixed = (value: string) => ({ kind: "fixed", value }) as const;
    const named = (records: readonly Named[] = []) =>
      choice(records.map(({ id, name }) => ({ value: String(id), label: name })));
    const is = t("filters.operators.is");
    return [
      {
        name: "tag",
        label: t("filters.fields.tag"),
        operators: [
          {
            param: "tag",
            label: is,
            values: choice((tags ?? []).map(({ tag }) => ({ value: tag, label: tag }))),
          },
        ],
      },
      {
        name: "channel",
        label: t("filters.fields.channel"),
        operators: [{ param: "channel", label: is, values: named(channels) }],
      },
      {
        name: "campaign",
        label: t("filters.fields.campaign"),
        operators: [{ param: "campaign", label: is, values: named(campaigns) }],
      },
      {
        name: "domain",
        label: t("filters.fields.domain"),
        operators: [
          {
            param: "domain",
            label: is,
            values: choice((domains ?? []).map(({ domain }) => ({ value: domain, label: domain }))),
          },
        ],
      },
      {
        name: "type",
        label: t("filters.fields.type"),
        operators: [
          {
            param: "type",
            label: "",
            values: choice([
              { value: "direct", label: t("filters.types.direct") },
              { value: "frame", label: t("filters.types.frame") },
              { value: "splash", label: t("filters.types.splash") },
              { value: "overlay", label: t("filters.types.overlay") },
              ...(splashPages ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ...(overlays ?? []).map(({ id, name }) => ({ value: `overlay-${id}`, label: name })),
            ]),
          },
        ],
      },
      {
        name: "clicks",
        label: t("filters.fields.clicks"),
        operators: [
          { param: "minClicks", label: t("filters.operators.least"), values: { kind: "number" } },
          { param: "maxClicks", label: t("filters.operators.most"), values: { kind: "number" } },
        ],
      },
      {
        name: "quiet",
        label: t("filters.fields.quiet"),
        operators: [
          { param: "noClicksSince", label: t("filters.operators.since"), values: { kind: "day" } },
        ],
      },
      {
        name: "rising",
        label: t("filters.fields.rising"),
        operators: [
          { param: "rising", label: t("filters.operators.on"), values: fixed("true") },
          { param: "rising", label: t("filters.operators.off"), values: fixed("false") },
        ],
      },
      {
        name: "made",
        label: t("filters.fields.made"),
        operators: [
          { param: "madeAfter", label: t("filters.operators.from"), values: { kind: "day" } },
          { param: "madeBefore", label: t("filters.operators.before"), values: { kind: "day" } },
        ],
      },
      {
        name: "expiry",
        label: t("filters.fields.expiry"),
        operators: [
          { param: "expired", label: t("filters.operators.passed"), values: fixed("true") },
          { param: "expired", label: t("filters.operators.notPassed"), values: fixed("false") },
          { param: "expiresBefore", label: t("filters.operators.before"), values: { kind: "day" } },
        ],
      },
      {
        name: "pixel",
        label: t("filters.fields.pixel"),
        operators: [{ param: "pixel", label: is, values: named(pixels) }],
      },
      {
        name: "password",
        label: t("filters.fields.password"),
        operators: [
          { param: "protected", label: t("filters.operators.set"), values: fixed("true") },
          { param: "protected", label: t("filters.operators.notSet"), values: fixed("false") },
        ],
      },
      {
        name: "status",
        label: t("filters.fields.status"),
        operators: [
          { param: "status", label: t("filters.operators.on"), values: fixed("public") },
          { param: "status", label: t("filters.operators.off"), values: fixed("private") },
        ],
      },
      {
        name: "archived",
        label: t("filters.fields.archived"),
        operators: [
          { param: "archived", label: t("filters.operators.only"), values: fixed("true") },
          { param: "archived", label: t("filters.operators.too"), values: fixed("all") },
        ],
      },
      {
        name: "source",
        label: t("filters.fields.source"),
        operators: [{ param: "source", label: "", values: { kind: "text" } }],
      },
    ];
  }, [t, tags, channels, campaigns, domains, pixels, splashPages, overlays]);
}
