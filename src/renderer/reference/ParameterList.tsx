import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Bounds } from "./Bounds.tsx";
import type { Parameter, Reference } from "./document.ts";
import { useDocumentText } from "./documentText.ts";
import classes from "./FieldList.module.css";
import { boundsOf, typesOf } from "./schemaFields.ts";

/** Parameters with a field each: what is typed stands in the lines at once. */
export function ParameterList({
  reference,
  parameters,
  values,
  change,
}: {
  readonly reference: Reference;
  readonly parameters: readonly Parameter[];
  readonly values: Readonly<Record<string, string>>;
  readonly change: (name: string, value: string) => void;
}) {
  const { t } = useTranslation();
  const translate = useDocumentText();
  return (
    <ul className={classes.fields}>
      {parameters.map(({ name, in: place, description, schema }) => (
        <li key={name} className={classes.parameter}>
          <div className={classes.words}>
            <div className={classes.head}>
              <code dir="ltr" className={classes.name}>
                {name}
              </code>
              <code dir="ltr" className={classes.type}>
                {[...new Set(typesOf(schema, reference))].join(" | ")}
              </code>
              <span className={classes.mark}>
                {t(place === "path" ? "reference.inPath" : "reference.inQuery")}
              </span>
            </div>
            {description !== undefined && <p className="soft">{translate(description)}</p>}
            <Bounds of={boundsOf(schema, reference)} />
          </div>
          <TextInput
            className={classes.value}
            size="xs"
            dir="ltr"
            aria-label={t("reference.valueOf", { name })}
            autoComplete="off"
            spellCheck={false}
            value={values[name] ?? ""}
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        </li>
      ))}
    </ul>
  );
}
