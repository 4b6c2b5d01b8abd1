import { type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/edge.ts";
import steps from "../publicAddress/PublicAddressScreen.module.css";
import classes from "../settings/Settings.module.css";
import own from "./Edge.module.css";
import { PlaceForm } from "./PlaceForm.tsx";
import { SetUpSteps } from "./SetUpSteps.tsx";

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
  const { setUp } = edge;
  const problem = setUp?.problem;
  const there = problem?.code === "mirrorThere" ? String(problem.values["name"]) : null;
  return (
    <>
      <section className={classes.panel} aria-labelledby={heading}>
        <h2 id={heading} ref={top} tabIndex={-1} className={steps.heading}>
          {t("edge.title")}
        </h2>
        <p>{t("edge.text")}</p>
        <ul className={own.points}>
          {points.map((point) => (
            <li key={point}>{t(`edge.points.${point}`)}</li>
          ))}
        </ul>
      </section>
      <section className={classes.panel} aria-labelledby={how}>
        <h3 id={how}>{t(there === null ? "edge.setUp" : "edge.takeOver")}</h3>
        {setUp !== null && <SetUpSteps setUp={setUp} />}
        {there !== null && <p>{t("edge.takeOverText")}</p>}
        <PlaceForm edge={edge} takesOver={there} action={t("edge.setUpNow")} />
      </section>
    </>
  );
}
