import { Group, Stack, Text } from "@mantine/core";
import { geoNaturalEarth1, geoPath } from "d3-geo";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { feature } from "topojson-client";
import world from "world-atlas/countries-110m.json";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { shadeOf, shadeSteps } from "./shades.ts";
import classes from "./WorldMap.module.css";

export interface MapCountry {
  /** ISO 3166 alpha-2. */
  readonly code: string;
  readonly name: string;
  readonly clicks: number;
}

const width = 608;
const height = 312;
const antarctica = "AQ";

interface Shape {
  readonly code: string | null;
  readonly path: string;
}

let drawn: readonly Shape[] | undefined;

/** Drawn once; the atlas knows its countries by their numbers, browsers know the letters. */
function shapes(): readonly Shape[] {
  if (drawn !== undefined) return drawn;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package's own description of its file
  const topology = world as unknown as Parameters<typeof feature>[0];
  const { countries: collection } = topology.objects;
  const found = collection === undefined ? null : feature(topology, collection);
  const features = found !== null && "features" in found ? found.features : [];
  const countries = features
    .map((one) => ({ one, code: lettersOf(one.id) }))
    .filter(({ code }) => code !== antarctica);
  const pathOf = geoPath(
    geoNaturalEarth1().fitExtent(
      [
        [1, 1],
        [width - 1, height - 1],
      ],
      { type: "FeatureCollection", features: countries.map(({ one }) => one) },
    ),
  ).digits(1);
  drawn = countries.map(({ one, code }) => ({ code, path: pathOf(one) ?? "" }));
  return drawn;
}

function lettersOf(number: string | number | undefined): string | null {
  if (number === undefined) return null;
  const region = new Intl.Locale(`und-${String(number).padStart(3, "0")}`).region ?? "";
  return /^[A-Z]{2}$/.test(region) ? region : null;
}

/** Clicks by country. Arrow keys go through those that have some, most first. */
export function WorldMap({
  countries,
  chosen,
  choose,
}: {
  readonly countries: readonly MapCountry[];
  readonly chosen: string | null;
  readonly choose: (code: string) => void;
}) {
  const { t, format } = useI18n();
  const map = useRef<SVGSVGElement>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const byCode = useMemo(() => new Map(countries.map((one) => [one.code, one])), [countries]);
  const all = shapes();
  const ordered = useMemo(() => {
    const onMap = new Set(all.map(({ code }) => code));
    return countries.filter(({ code }) => onMap.has(code));
  }, [all, countries]);
  const most = countries[0]?.clicks ?? 0;
  const sum = countries.reduce((total, { clicks }) => total + clicks, 0);
  const first = ordered.find(({ code }) => code === (pointed ?? chosen)) ?? ordered[0];
  const textOf = ({ name, clicks }: MapCountry) =>
    t("statistics.countrySays", {
      name,
      clicks: t("links.clicksOf", format.counted(clicks)),
      share: format.share(clicks / sum),
    });
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (first !== undefined) choose(first.code);
    }
    if (by === undefined || ordered.length === 0) return;
    event.preventDefault();
    const place = ordered.findIndex(({ code }) => code === first?.code);
    const next = ordered[(place + by + ordered.length) % ordered.length];
    if (next === undefined) return;
    setPointed(next.code);
    map.current?.querySelector<SVGPathElement>(`[data-code="${next.code}"]`)?.focus();
  };
  const shown = pointed === null ? undefined : byCode.get(pointed);
  return (
    <Stack gap="xs" miw={0}>
      <svg
        ref={map}
        viewBox={`0 0 ${width} ${height}`}
        className={classes.map}
        role="group"
        aria-label={t("statistics.map")}
        onKeyDown={move}
        onPointerLeave={() => setPointed(null)}
      >
        {all.map(({ code, path }, place) => {
          const country = code === null ? undefined : byCode.get(code);
          if (country === undefined)
            return (
              // The atlas' own order, which never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <path
                key={place}
                d={path}
                fill="var(--map-0)"
                aria-hidden="true"
                onPointerEnter={() => setPointed(null)}
              />
            );
          return (
            <path
              key={country.code}
              d={path}
              data-code={country.code}
              fill={`var(--map-${shadeOf(country.clicks, most)})`}
              role="button"
              tabIndex={country.code === first?.code ? 0 : -1}
              aria-pressed={country.code === chosen}
              aria-label={textOf(country)}
              onClick={() => choose(country.code)}
              onFocus={() => setPointed(country.code)}
              onPointerEnter={() => setPointed(country.code)}
            />
          );
        })}
      </svg>
      <Group
        gap="4px 16px"
        align="stretch"
        justify="space-between"
        mih={20}
        c="dimmed"
        fz={12}
        aria-hidden="true"
      >
        <Group
          className={classes.legend}
          component="span"
          gap="sm"
          align="stretch"
          wrap="nowrap"
          dir="ltr"
        >
          {shadeSteps(most).map(({ shade, from }) => (
            <span key={shade}>
              <i style={{ background: `var(--map-${shade})` }} />
              {format.number(from)}
              {from < most && "+"}
            </span>
          ))}
        </Group>
        <Text span inherit c="var(--ink)">
          {shown === undefined ? "" : <bdi>{textOf(shown)}</bdi>}
        </Text>
      </Group>
    </Stack>
  );
}
