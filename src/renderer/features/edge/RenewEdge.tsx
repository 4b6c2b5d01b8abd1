import { Button } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/edge.ts";
import { saveFile } from "../exchange/download.ts";
import classes from "../settings/Settings.module.css";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { edgeScript } from "./edge.ts";
import { PlaceForm } from "./PlaceForm.tsx";

/** A new Worker in the place of the one that is there, with other names by choice. */
export function RenewEdge({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const heading = useId();
  const { setUp } = edge;
  // A token that has done its work is forgotten here, too.
  const doneAt = setUp?.problem === null ? setUp.endedAt : null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.renew")}</h3>
      <p className="soft">{t(edge.worker.outdated ? "edge.renewNeeded" : "edge.renewText")}</p>
      <details open={edge.worker.outdated || undefined}>
        <summary>{t("edge.renewWith")}</summary>
        <PlaceForm key={doneAt} edge={edge} takesOver={null} action={t("edge.renewNow")} />
      </details>
      <div className={classes.actions}>
        <Button
          size="xs"
          onClick={() =>
            void edgeScript()
              .then(saveFile)
              .catch((error: unknown) => showFailure(error))
          }
        >
          {t("edge.script")}
        </Button>
        <span className="soft">{t("edge.scriptText")}</span>
      </div>
    </section>
  );
}
