import { useTranslation } from "react-i18next";
import type { Refusal } from "./document.ts";
import { useDocumentText } from "./documentText.ts";
import classes from "./Reference.module.css";

export function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const { t } = useTranslation();
  const translate = useDocumentText();
  return (
    <details className={classes.refusals}>
      <summary>{t("reference.refusals")}</summary>
      <dl>
        {refusals.map(({ status, description, answer }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <span>{translate(description)}</span>
              {answer !== undefined && <code dir="ltr">{JSON.stringify(answer)}</code>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
