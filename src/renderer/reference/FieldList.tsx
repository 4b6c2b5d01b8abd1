import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Bounds } from "./Bounds.tsx";
import classes from "./FieldList.module.css";
import type { Field } from "./schemaFields.ts";

interface Choice {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (name: string) => void;
}

export function FieldList({ fields, ...choice }: { readonly fields: readonly Field[] } & Choice) {
  return (
    <ul className={classes.fields}>
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} choice={choice} />
      ))}
    </ul>
  );
}

/** `choice` is null inside another field, which goes into the lines as a whole. */
function FieldRow({ field, choice }: { readonly field: Field; readonly choice: Choice | null }) {
  const { t } = useTranslation();
  const { name, types, isRequired, bounds, fields } = field;
  return (
    <li className={classes.field}>
      {choice !== null && (
        <Checkbox
          className={classes.tick ?? ""}
          size="xs"
          aria-label={t("reference.inLines", { name })}
          checked={choice.chosen.has(name)}
          disabled={isRequired}
          onChange={() => choice.toggle(name)}
        />
      )}
      <div className={classes.words}>
        <div className={classes.head}>
          <code dir="ltr" className={classes.name}>
            {name}
          </code>
          <code dir="ltr" className={classes.type}>
            {types.join(" | ")}
          </code>
          {isRequired && <span className={classes.mark}>{t("reference.required")}</span>}
        </div>
        <Bounds of={bounds} />
        {fields.length > 0 && (
          <ul className={classes.inner}>
            {fields.map((inner) => (
              <FieldRow key={inner.name} field={inner} choice={null} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
