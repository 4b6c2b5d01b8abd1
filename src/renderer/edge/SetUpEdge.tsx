import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../contract/edge.ts";
import classes from "../settings/Settings.module.css";
import own from "./Edge.module.css";
import { PlaceForm } from "./PlaceForm.tsx";
import { SetUpSteps } from "./SetUpSteps.tsx";

const points = ["answers", "counts", "stays", "costs"] as const;

/** What the copy is for, what leaves this computer, and how it is made. */
export function SetUpEdge({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const heading = useId();
  const how = useId();
  const { setUp } = edge;
  const isThere = setUp?.problem?.code === "mirrorThere";
  return (
    <>
      <section className={classes.panel} aria-labelledby={heading}>
        <h2 id={heading}>{t("edge.title")}</h2>
        <p>{t("edge.text")}</p>
        <ul className={own.points}>
          {points.map((point) => (
            <li key={point}>{t(`edge.points.${point}`)}</li>
          ))}
        </ul>
      </section>
      <section className={classes.panel} aria-labelledby={how}>
        <h3 id={how}>{t(isThere ? "edge.takeOver" : "edge.setUp")}</h3>
        {setUp !== null && <SetUpSteps setUp={setUp} />}
        {isThere && <p>{t("edge.takeOverText")}</p>}
        <PlaceForm
          key={String(isThere)}
          edge={edge}
          isTakeOver={isThere}
          action={t(isThere ? "edge.takeOver" : "edge.setUpNow")}
        />
      </section>
    </>
  );
}
