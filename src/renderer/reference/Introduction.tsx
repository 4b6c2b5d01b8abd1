import { useTranslation } from "react-i18next";
import { filledPath } from "./codeLines.ts";
import { BackToList } from "./BackToList.tsx";
import { ReadyLines, type LinesChoice } from "./ReadyLines.tsx";
import type { Reference } from "./document.ts";
import { useDocumentText } from "./documentText.ts";
import { createExamples } from "./examples.ts";
import { Prose } from "./Prose.tsx";
import classes from "./Reference.module.css";

/** The introduction's own place, in the list above the operations. */
export const startPlace = "start";

/** What stands beside the list before an operation is chosen. */
export function Introduction({
  reference,
  lines,
}: {
  readonly reference: Reference;
  readonly lines: LinesChoice;
}) {
  const { t } = useTranslation();
  const translate = useDocumentText();
  const first = reference.operations.find(({ id }) => id === "addLink");
  const examples = createExamples(reference);
  return (
    <div className={classes.operation} data-screen="start">
      <BackToList />
      <h2>{t("reference.startTitle")}</h2>
      <p>{t("reference.text")}</p>
      {first?.body != null && (
        <section className={classes.section}>
          <p className="soft">{t("reference.start")}</p>
          <ReadyLines
            {...lines}
            call={{
              method: first.method,
              address: reference.server + filledPath(first.path, {}, {}),
              body: examples.body(first.body, examples.needed(first.body)),
            }}
          />
        </section>
      )}
      <section className={classes.section}>
        <h3>{t("reference.howTitle")}</h3>
        {reference.paragraphs.map((paragraph) => (
          <Prose key={paragraph} text={translate(paragraph)} />
        ))}
        <Prose text={t("reference.headers")} />
      </section>
    </div>
  );
}
