import { type RefObject, useId } from "react";
import type { Edge, EdgeSetUp } from "../../../contract/server/edge.ts";
import steps from "../publicAddress/Sharing.module.css";
import classes from "../settings/Settings.module.css";
import { PlaceForm } from "./PlaceForm.tsx";
import { ServerForm } from "./ServerForm.tsx";
import { Box, Loader, Stack } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconMinus from "@iconify-json/tabler/icons/minus";
import IconX from "@iconify-json/tabler/icons/x";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { edgeProblemText } from "../../i18n/messageText.ts";

const startCommand = "waypost mirror --data ./copy";

const points = ["answers", "counts", "stays", "costs"] as const;

/** What the copy is for, what leaves this computer, and how it is made. */
export function SetUpEdge({
  edge,
  top,
}: {
  readonly edge: Edge;
  readonly top: RefObject<HTMLHeadingElement | null>;
}) {
  const { t } = useTranslation();
  const heading = useId();
  const how = useId();
  const server = useId();
  const { setUp } = edge;
  const problem = setUp?.problem;
  const there = problem?.code === "mirrorThere" ? String(problem.values["name"]) : null;
  return (
    <>
      <section className={classes.panel} aria-labelledby={heading}>
        <h2 id={heading} ref={top} tabIndex={-1}>
          {t("edge.title")}
        </h2>
        <p>{t("edge.text")}</p>
        <ul className="points">
          {points.map((point) => (
            <li key={point}>{t(`edge.points.${point}`)}</li>
          ))}
        </ul>
      </section>
      <section className={classes.panel} aria-labelledby={how}>
        <h3 id={how}>{t(there === null ? "edge.setUp" : "edge.takeOver")}</h3>
        {setUp !== null && setUp.kind !== "connect" && <SetUpSteps setUp={setUp} />}
        {there !== null && <p>{t("edge.takeOverText")}</p>}
        <PlaceForm edge={edge} takesOver={there} action={t("edge.setUpNow")} />
      </section>
      <section className={classes.panel} aria-labelledby={server}>
        <h3 id={server}>{t("edge.server.title")}</h3>
        <p>{t("edge.server.text")}</p>
        <p className="soft">{t("edge.server.how")}</p>
        <p>
          <code dir="ltr">{startCommand}</code>
        </p>
        {setUp?.kind === "connect" && <SetUpSteps setUp={setUp} />}
        <ServerForm edge={edge} />
      </section>
    </>
  );
}

const signs = { ok: IconCheck, failed: IconX, skipped: IconMinus } as const;

/** What is done at Cloudflare's, one step after the other, and why one failed. */
export function SetUpSteps({ setUp }: { readonly setUp: EdgeSetUp }) {
  const { t, format } = useI18n();
  return (
    <Stack
      className={steps.proof}
      component="ol"
      gap={10}
      aria-live="polite"
      aria-label={t(`edge.kinds.${setUp.kind}`)}
    >
      {setUp.steps.map(({ step, outcome }) => (
        <li key={step} data-outcome={outcome}>
          <Sign outcome={outcome} />
          <span>
            <Box component="span" display="block" fw={550}>
              {t(`edge.steps.${step}`)}
            </Box>
            <span className="visuallyHidden"> {t(`edge.outcome.${outcome}`)}</span>
            {outcome === "failed" && setUp.problem !== null && (
              <span className={steps.proofText}>{edgeProblemText(setUp.problem, t, format)}</span>
            )}
          </span>
        </li>
      ))}
    </Stack>
  );
}

function Sign({ outcome }: { readonly outcome: EdgeSetUp["steps"][number]["outcome"] }) {
  if (outcome === "running") return <Loader size={14} aria-hidden="true" />;
  if (outcome === "waiting") return <span className={steps.noSign} />;
  const Icon = signs[outcome];
  return <Icon size={16} stroke={2} aria-hidden="true" />;
}
