import { Button } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { LinkListItem } from "../../../contract/resources/links.ts";
import { inLanguage } from "../../i18n/preferences.ts";
import { useFormat, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import classes from "./FirstRun.module.css";
import home from "./HomeScreen.module.css";

/** Which language the window speaks, before anything else is read. */
export function FirstLanguage() {
  const { t } = useTranslation();
  const { preferences, choose } = usePreferences();
  return (
    <div role="group" aria-label={t("look.language")} className={classes.language}>
      {(["en", "fa"] as const).map((language) => (
        <Button
          key={language}
          size="compact-sm"
          lang={language}
          aria-pressed={preferences.language === language}
          onClick={() => choose(inLanguage(preferences, language))}
        >
          {t(language === "fa" ? "look.persian" : "look.english")}
        </Button>
      ))}
    </div>
  );
}

/** From the first pasted address to its first counted click, and then three ways on. */
export function FirstRun({
  first,
  tryExample,
  end,
}: {
  /** The link that was made, or of several one that was clicked; undefined: none yet. */
  readonly first: LinkListItem | undefined;
  readonly tryExample: () => void;
  readonly end: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const heading = useId();
  const [isOpened, setOpened] = useState(false);
  const isMade = first !== undefined;
  const clicks = first?.clicks ?? 0;
  const isCounted = clicks > 0;
  const isFollowed = isCounted || (isMade && isOpened);
  return (
    <section className={home.panel} aria-labelledby={heading} data-testid="first-run">
      <div className={home.panelHead}>
        <h2 id={heading}>{t(isCounted ? "home.ready" : "home.firstLink")}</h2>
        {isCounted && (
          <Button size="compact-xs" onClick={end}>
            {t("home.endFirstRun")}
          </Button>
        )}
      </div>
      <ol className={classes.steps}>
        <Step name={t("home.stepMade")} isDone={isMade}>
          {isMade ? (
            <ShortAddress of={first.shorturl} />
          ) : (
            <>
              <span>{t("home.empty")}</span>
              <Button size="compact-sm" variant="default" onClick={tryExample}>
                {t("home.tryExample")}
              </Button>
            </>
          )}
        </Step>
        <Step name={t("home.stepFollowed")} isDone={isFollowed}>
          {isMade && !isCounted ? (
            <Button
              component="a"
              size="compact-sm"
              href={first.shorturl}
              target="_blank"
              rel="noreferrer"
              onClick={() => setOpened(true)}
            >
              {t("home.follow")}
            </Button>
          ) : (
            <span>{t(isFollowed ? "home.stepFollowedDone" : "home.stepFollowedText")}</span>
          )}
        </Step>
        <Step name={t("home.stepCounted")} isDone={isCounted}>
          <span>
            {isCounted
              ? t("links.clicksOf", { count: clicks, formatted: format.number(clicks) })
              : t("home.stepCountedText")}
          </span>
        </Step>
      </ol>
      {isCounted && (
        <ul className={classes.ways} aria-label={t("home.waysOn")}>
          <Way to="/exchange" name={t("home.bring")} text={t("home.bringText")} />
          <Way to="/public" name={t("home.goPublic")} text={t("home.goPublicText")} />
          <Way to="/api" name={t("home.useScripts")} text={t("home.useScriptsText")} />
        </ul>
      )}
    </section>
  );
}

function Step({
  name,
  isDone,
  children,
}: {
  readonly name: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.tick}>
        {isDone && <IconCheck size={14} stroke={2.5} aria-label={t("home.stepDone")} />}
      </span>
      <strong>{name}</strong>
      <div className={classes.what}>{children}</div>
    </li>
  );
}

function Way({
  to,
  name,
  text,
}: {
  readonly to: string;
  readonly name: string;
  readonly text: string;
}) {
  return (
    <li>
      <Link to={to}>{name}</Link>
      <span className="soft">{text}</span>
    </li>
  );
}

const place = "waypost.firstRun";

type Progress = "begun" | "done" | null;

function storedProgress(): Progress {
  const progress = localStorage.getItem(place);
  return progress === "begun" || progress === "done" ? progress : null;
}

/**
 * Whether this window leads through a first link: it does from an empty store on until its user has
 * seen the end. A store with links that it never saw empty is nobody's first one.
 */
export function useFirstRun(links: number | undefined): {
  readonly isShown: boolean;
  readonly end: () => void;
} {
  const [progress, setProgress] = useState(storedProgress);
  const keep = (next: "begun" | "done") => {
    localStorage.setItem(place, next);
    setProgress(next);
  };
  if (progress === null && links === 0) keep("begun");
  return { isShown: progress === "begun" && links !== undefined, end: () => keep("done") };
}
