import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Words } from "../../i18n/words.ts";
import type {
  FilterField,
  FilterOperator,
  FilterOption,
  FilterValues,
} from "../../ui/list/filters/filters.ts";
import { useTags } from "../tags/tags.ts";
import type { FilterName } from "./linkSearch.ts";
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
    const choice = (options: readonly FilterOption[]): FilterValues => ({
      kind: "choice",
      options,
    });
    const fixed = (value: string): FilterValues => ({ kind: "fixed", value });
    const named = (records: readonly Named[] = []) =>
      choice(records.map(({ id, name }) => ({ value: String(id), label: name })));
    const field = (
      name: keyof Words["filters"]["fields"],
      ...operators: readonly FilterOperator[]
    ): FilterField => ({ name, label: t(`filters.fields.${name}`), operators });
    const by = (
      param: FilterName,
      operator: keyof Words["filters"]["operators"],
      values: FilterValues,
    ): FilterOperator => ({ param, label: t(`filters.operators.${operator}`), values });
    const number = { kind: "number" } as const;
    const day = { kind: "day" } as const;
    return [
      field(
        "tag",
        by("tag", "is", choice((tags ?? []).map(({ tag }) => ({ value: tag, label: tag })))),
      ),
      field("channel", by("channel", "is", named(channels))),
      field("campaign", by("campaign", "is", named(campaigns))),
      field(
        "domain",
        by(
          "domain",
          "is",
          choice((domains ?? []).map(({ domain }) => ({ value: domain, label: domain }))),
        ),
      ),
      field("type", {
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
      }),
      field("clicks", by("minClicks", "least", number), by("maxClicks", "most", number)),
      field("quiet", by("noClicksSince", "since", day)),
      field("rising", by("rising", "on", fixed("true")), by("rising", "off", fixed("false"))),
      field("made", by("madeAfter", "from", day), by("madeBefore", "before", day)),
      field(
        "expiry",
        by("expired", "passed", fixed("true")),
        by("expired", "notPassed", fixed("false")),
        by("expiresBefore", "before", day),
      ),
      field("pixel", by("pixel", "is", named(pixels))),
      field(
        "password",
        by("protected", "set", fixed("true")),
        by("protected", "notSet", fixed("false")),
      ),
      field("status", by("status", "on", fixed("public")), by("status", "off", fixed("private"))),
      field("archived", by("archived", "only", fixed("true")), by("archived", "too", fixed("all"))),
      field("source", { param: "source", label: "", values: { kind: "text" } }),
    ];
  }, [t, tags, channels, campaigns, domains, pixels, splashPages, overlays]);
}
