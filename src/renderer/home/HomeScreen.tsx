import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLatestLinks, useService } from "../queries.ts";
import { Warnings } from "../shell/Warnings.tsx";
import { ApiKey } from "./ApiKey.tsx";
import { Doors } from "./Doors.tsx";
import classes from "./HomeScreen.module.css";
import { QuickShorten, type QuickShortenHandle } from "./QuickShorten.tsx";
import { RecentLinks } from "./RecentLinks.tsx";
import { Today } from "./Today.tsx";

/** Links shown as the last ones. */
const shown = 8;

export function HomeScreen() {
  const { t } = useTranslation();
  const service = useService();
  const latest = useLatestLinks(shown);
  const field = useRef<QuickShortenHandle>(null);
  return (
    <>
      <h1 className="visuallyHidden">{t("home.title")}</h1>
      <Warnings warnings={service.data?.warnings ?? []} />
      <QuickShorten ref={field} />
      <div className={classes.columns}>
        <RecentLinks
          latest={latest}
          tryExample={() => field.current?.fill("https://example.org/")}
        />
        <aside className={classes.side} aria-label={t("doors.title")}>
          <Today service={service.data} links={latest.data?.total} />
          {service.data !== undefined && <Doors service={service.data} />}
          {service.data !== undefined && <ApiKey baseUrl={service.data.baseUrl} />}
        </aside>
      </div>
    </>
  );
}
