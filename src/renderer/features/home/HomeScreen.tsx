import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { useLatestLinks, useService } from "../../app/client/queries.ts";
import { ApiKey } from "./ApiKey.tsx";
import { Doors } from "./Doors.tsx";
import { FirstLanguage, FirstRun, useFirstRun } from "./FirstRun.tsx";
import classes from "./HomeScreen.module.css";
import { QuickShorten, type QuickShortenHandle } from "./QuickShorten.tsx";
import { RecentLinks } from "./RecentLinks.tsx";
import { Today } from "./Today.tsx";

/** Most services have nothing to warn of. */
const Warnings = lazyPart(async () => (await import("./Warnings.tsx")).Warnings);

/** Links shown as the last ones. */
const shown = 8;

export function HomeScreen() {
  const { t } = useTranslation();
  const service = useService();
  const latest = useLatestLinks(shown);
  const field = useRef<QuickShortenHandle>(null);
  const total = latest.data?.total;
  const warnings = service.data?.said ?? [];
  const firstRun = useFirstRun(total);
  const links = latest.data?.items;
  // Links that came along have been clicked: the guide speaks of one of them throughout.
  const first = links?.find(({ clicks }) => clicks > 0) ?? links?.[0];
  const navigate = useNavigate();
  const { state }: { state: unknown } = useLocation();
  const dropped = filledIn(state);
  useEffect(() => {
    if (dropped === null) return;
    field.current?.fill(dropped);
    // Whoever comes back here begins anew.
    void navigate("/", { replace: true, state: null });
  }, [dropped, navigate]);
  const tryExample = () => field.current?.fill("https://example.org/");
  return (
    <>
      <h1 className="visuallyHidden">{t("home.title")}</h1>
      {warnings.length > 0 && (
        <Suspense fallback={null}>
          <Warnings messages={warnings} />
        </Suspense>
      )}
      {firstRun.isShown && <FirstLanguage />}
      <QuickShorten ref={field} />
      <div className={classes.columns}>
        <div className={classes.side}>
          {firstRun.isShown && (
            <FirstRun first={first} tryExample={tryExample} end={firstRun.end} />
          )}
          {!(firstRun.isShown && total === 0) && (
            <RecentLinks latest={latest} tryExample={tryExample} />
          )}
        </div>
        <aside className={classes.side} aria-label={t("doors.title")}>
          <Today service={service.data} links={latest.data?.total} />
          {service.data !== undefined && <Doors service={service.data} />}
          {service.data !== undefined && <ApiKey baseUrl={service.data.baseUrl} />}
        </aside>
      </div>
    </>
  );
}

/** What was dropped on the window, and brought here. */
function filledIn(state: unknown): string | null {
  const isFilled = typeof state === "object" && state !== null && "fill" in state;
  return isFilled && typeof state.fill === "string" ? state.fill : null;
}
