import { useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { BackToList } from "./BackToList.tsx";
import { filledPath } from "./codeLines.ts";
import { ReadyLines, type LinesChoice } from "./ReadyLines.tsx";
import type { Reference, ReferenceOperation } from "./document.ts";
import { useDocumentText } from "./documentText.ts";
import { createExamples } from "./examples.ts";
import { FieldList } from "./FieldList.tsx";
import { fieldsOf } from "./schemaFields.ts";
import { MethodPath } from "./MethodPath.tsx";
import { ParameterList } from "./ParameterList.tsx";
import classes from "./Reference.module.css";
import { Refusals } from "./Refusals.tsx";
import { TryIt } from "./TryIt.tsx";

export function OperationView({
  reference,
  operation,
  lines,
}: {
  readonly reference: Reference;
  readonly operation: ReferenceOperation;
  readonly lines: LinesChoice;
}) {
  const { t } = useTranslation();
  const translate = useDocumentText();
  const heading = useFocusWhereTheListIsGone();
  const { method, path, parameters, body, answer } = operation;
  const examples = useMemo(() => createExamples(reference), [reference]);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === "path")
        .map((one) => [one.name, examples.parameter(one)]),
    ),
  );
  const [inLines, setInLines] = useState(() =>
    body === null ? new Set<string>() : examples.needed(body),
  );

  const valuesIn = (place: "path" | "query") =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place)
        .map(({ name }) => [name, values[name]?.trim() ?? ""]),
    );
  const filled = filledPath(path, valuesIn("path"), valuesIn("query"));
  const call = {
    method,
    address: reference.server + filled,
    body: body === null ? null : examples.body(body, inLines),
    sentFile: operation.isFileSent ? "links.csv" : undefined,
    answeredFile: operation.isFileAnswered ? "waypost.out" : undefined,
  };
  const toggle = (name: string) =>
    setInLines((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });

  return (
    <article className={classes.operation}>
      <BackToList />
      <header className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          {translate(operation.summary).replace(/\.$/, "")}
        </h2>
        <MethodPath method={method} path={path} />
      </header>
      <div className={classes.columns}>
        <section className={classes.section} aria-label={t("reference.lines")}>
          <ReadyLines {...lines} call={call} />
          {method === "GET" && !operation.isFileAnswered && <TryIt path={filled} />}
        </section>
        <div className={classes.sent}>
          {parameters.length > 0 && (
            <section className={classes.section}>
              <h3>{t("reference.parameters")}</h3>
              <ParameterList
                reference={reference}
                parameters={parameters}
                values={values}
                change={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
              />
            </section>
          )}
          {body !== null && (
            <section className={classes.section}>
              <h3>{t("reference.body")}</h3>
              <p className="soft">{t("reference.bodyHint")}</p>
              <FieldList fields={fieldsOf(body, reference)} chosen={inLines} toggle={toggle} />
            </section>
          )}
          {operation.isFileSent && (
            <section className={classes.section}>
              <h3>{t("reference.body")}</h3>
              <p className="soft">{t("reference.fileSent")}</p>
            </section>
          )}
        </div>
        {operation.isFileAnswered && (
          <section className={classes.section}>
            <h3>{t("reference.answer")}</h3>
            <p className="soft">{t("reference.fileAnswered")}</p>
          </section>
        )}
        {answer !== null && (
          <section className={classes.section}>
            <h3>{t("reference.answer")}</h3>
            <pre
              dir="ltr"
              className={classes.json}
              data-testid="answer"
              tabIndex={0}
              role="group"
              aria-label={t("reference.answer")}
            >
              {JSON.stringify(examples.answer(answer), null, 2)}
            </pre>
          </section>
        )}
        <Refusals refusals={operation.refusals} />
      </div>
    </article>
  );
}

/** In a narrow window the list gives way, and with it what had the focus. */
function useFocusWhereTheListIsGone() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (matchMedia("(max-width: 800px)").matches) heading.current?.focus();
  }, []);
  return heading;
}
