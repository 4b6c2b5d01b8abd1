import { Box, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
import { useService } from "../../app/client/queries.ts";
import { lazyPart, partAhead } from "../../i18n/lazyPart.ts";
import { inLanguage } from "../../i18n/preferences.ts";
import { useI18n, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { ClicksChart } from "../../ui/charts/ClicksChart.tsx";
import classes from "./Lead.module.css";
import type { MadeWays } from "./MadeLink.tsx";
import { useMadeLink } from "./madeLink.ts";
import { PasteField, type PasteFieldHandle } from "./PasteField.tsx";

const MadeLink = partAhead(async () => (await import("./MadeLink.tsx")).MadeLink);

/** Most services have nothing to warn of. */
const Warnings = lazyPart(async () => (await import("./Warnings.tsx")).Warnings);

/** Above the list: the field that makes links, what it made, and how all of them do. */
export function Lead({
  ways,
  isEmpty,
}: {
  readonly ways: MadeWays;
  /** Whether there is no link yet. */
  readonly isEmpty: boolean;
}) {
  const service = useService().data;
  const made = useMadeLink();
  const field = useRef<PasteFieldHandle>(null);
  const navigate = useNavigate();
  const { state, pathname }: { state: unknown; pathname: string } = useLocation();
  const given = filledIn(state);
  useEffect(() => {
    if (given === null) return;
    field.current?.fill(given);
    // Whoever comes back here begins anew.
    void navigate(pathname, { replace: true, state: null });
  }, [given, navigate, pathname]);
  const warnings = service?.said ?? [];
  const lost = service?.clicksLost ?? 0;
  return (
    <>
      {(warnings.length > 0 || lost > 0) && (
        <Suspense fallback={null}>
          <Warnings messages={warnings} lost={lost} />
        </Suspense>
      )}
      {isEmpty && <FirstLanguage />}
      {made === null ? (
        <PasteField key={pathname} ref={field} isFirst={pathname === "/"} />
      ) : (
        <Suspense fallback={null}>
          <MadeLink key={made.id} made={made} ways={ways} />
        </Suspense>
      )}
      <Totals isEmpty={isEmpty} today={service?.clicksToday} />
    </>
  );
}

/** What was dropped on the window, or begun with an example, and brought here. */
function filledIn(state: unknown): string | null {
  const isFilled = typeof state === "object" && state !== null && "fill" in state;
  return isFilled && typeof state.fill === "string" ? state.fill : null;
}

/** Which language the window speaks, before anything else is read. */
function FirstLanguage() {
  const { t } = useTranslation();
  const { preferences, choose } = usePreferences();
  return (
    <Group gap={4} role="group" aria-label={t("look.language")}>
      {(["en", "fa"] as const).map((language) => (
        <Button
          key={language}
          size="compact-sm"
          variant={preferences.language === language ? "light" : "subtle"}
          lang={language}
          aria-pressed={preferences.language === language}
          onClick={() => choose(inLanguage(preferences, language))}
        >
          {t(language === "fa" ? "look.persian" : "look.english")}
        </Button>
      ))}
    </Group>
  );
}

/** Milliseconds between looks at all clicks. */
const lookEvery = 15_000;

/** How all links do: the last 30 days, beside the 30 days before. */
function Totals({
  isEmpty,
  today,
}: {
  readonly isEmpty: boolean;
  readonly today: number | undefined;
}) {
  const { t, format } = useI18n();
  const { data } = useQuery({
    queryKey: ["statistics", "month"],
    queryFn: async ({ signal }) =>
      (await api.call("getStatistics", { query: { compare: true } }, signal)).statistics,
    refetchInterval: lookEvery,
  });
  const clicks = data?.clicks ?? 0;
  const before = data?.clicksBefore ?? 0;
  const change = before === 0 ? null : (clicks - before) / before;
  const points = data?.steps.map((step) => ({ date: step.date, now: step.clicks })) ?? [];
  return (
    // What is measured there is still to come where there is no link.
    <section className={isEmpty ? "visuallyHidden" : classes.totals} aria-label={t("home.totals")}>
      <Box flex="none">
        <Link to="/statistics" className="display quietLink">
          {data === undefined ? "–" : format.number(clicks)}
        </Link>
        {change !== null && Math.round(change * 100) !== 0 && (
          <Text span inherit ms="xs" fz="xs" fw={600} c={change > 0 ? "var(--good)" : "dimmed"}>
            {change > 0 ? "↑" : "↓"} {format.share(Math.abs(change))}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t("home.inMonth", { count: clicks })}
          {" · "}
          <span data-testid="today">{today === undefined ? "–" : format.number(today)}</span>{" "}
          {t("home.todayWord")}
        </Text>
      </Box>
      {clicks > 0 && (
        <div className={classes.month}>
          <ClicksChart points={points} step="day" label={t("home.monthChart")} height={54} isBare />
        </div>
      )}
    </section>
  );
}
