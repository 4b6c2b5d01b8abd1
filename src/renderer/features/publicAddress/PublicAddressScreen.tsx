import { Skeleton } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { ProveStep } from "./ProveStep.tsx";
import { useProgramOf, usePublicAddress, useTunnel } from "./publicAddress.ts";
import classes from "./PublicAddressScreen.module.css";
import { StartStep } from "./StartStep.tsx";
import { isInUse, isReached, type StepName, stepNames, type StepPart, stepNow } from "./steps.ts";
import { UseStep } from "./UseStep.tsx";
import { VisitorsSee } from "./VisitorsSee.tsx";
import { WayStep } from "./WayStep.tsx";

const bodies: Readonly<Record<StepName, (part: StepPart) => React.ReactNode>> = {
  way: (part) => <WayStep {...part} />,
  start: (part) => <StartStep {...part} />,
  prove: (part) => <ProveStep {...part} />,
  use: (part) => <UseStep {...part} />,
};

/** What it takes for others to follow the links of this computer, a step at a time. */
export function PublicAddressScreen() {
  const { t } = useTranslation();
  const door = usePublicAddress();
  const tunnel = useTunnel();
  const failed = [door, tunnel].find(({ isError, data }) => isError && data === undefined);
  return (
    <div className={classes.page}>
      <h1>{t("public.title")}</h1>
      {failed !== undefined ? (
        <FailureNotice error={failed.error} retry={() => void failed.refetch()} />
      ) : door.data === undefined || tunnel.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <Wizard
          door={door.data}
          tunnel={tunnel.data}
          isFresh={!door.isFetching && !tunnel.isFetching}
        />
      )}
    </div>
  );
}

function Wizard({
  door,
  tunnel,
  isFresh,
}: Pick<StepPart, "door" | "tunnel"> & {
  /** It isn't what was known when the screen was left. */
  readonly isFresh: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const now = stepNow(door, tunnel);
  const requested = stepNames.find((name) => name === params.get("step"));
  // The state is the service's: what it isn't ready for is not shown.
  const step = requested !== undefined && isReached(requested, now) ? requested : now;
  useEffect(() => {
    // A step that is done stays in view until its reader goes on.
    if (requested === undefined && isFresh) setParams({ step: now }, { replace: true });
  }, [requested, now, isFresh, setParams]);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // The button that led here is gone, and the focus with it.
    heading.current?.focus();
  }, [step]);
  const inUse = isInUse(door, tunnel);
  const lacksProgram = useProgramOf(tunnel.way)?.path === null;
  const title = (name: StepName) =>
    t(name === "use" && inUse ? "public.steps.inUse" : `public.steps.${name}`);
  return (
    <div className={classes.wizard}>
      <nav aria-label={t("public.title")}>
        <ol className={classes.rail}>
          {stepNames.map((name, place) => {
            const isBehind = stepNames.indexOf(name) < stepNames.indexOf(now);
            const isDone = inUse || (isBehind && !(name === "way" && lacksProgram));
            const inside = (
              <>
                <span className={classes.number} data-done={isDone || undefined}>
                  {isDone ? <IconCheck size={14} aria-hidden="true" /> : format.number(place + 1)}
                </span>
                <span className={classes.stepName}>{title(name)}</span>
                {isDone && <span className="visuallyHidden"> {t("public.done")}</span>}
              </>
            );
            return (
              <li key={name} data-shown={name === step || undefined}>
                {isReached(name, now) ? (
                  <Link
                    to={`/public?step=${name}`}
                    className={classes.step ?? ""}
                    aria-current={name === step ? "step" : undefined}
                  >
                    {inside}
                  </Link>
                ) : (
                  <span className={classes.step}>{inside}</span>
                )}
              </li>
            );
          })}
        </ol>
      </nav>
      <section className={classes.body} aria-labelledby={headingId}>
        <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
          {title(step)}
        </h2>
        {bodies[step]({ door, tunnel, go: (next) => setParams({ step: next }) })}
      </section>
      <VisitorsSee door={door} tunnel={tunnel} />
    </div>
  );
}
