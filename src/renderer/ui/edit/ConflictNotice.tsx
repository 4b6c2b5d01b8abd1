import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FieldFault } from "../../../contract/envelope.ts";
import type { RecordKind } from "../../../contract/records.ts";
import { FieldLabel, FieldValue } from "../../features/changes/FieldValue.tsx";
import classes from "./RecordEditor.module.css";

/** What somebody else made of fields that the form's user changed too, and which values to go on with. */
export function ConflictNotice({
  kind,
  conflicts,
  useTheirs,
  keepMine,
}: {
  readonly kind: RecordKind;
  readonly conflicts: readonly FieldFault[];
  readonly useTheirs: () => void;
  readonly keepMine: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={classes.conflict}>
      <p>{t("edit.conflict.text")}</p>
      <ul>
        {conflicts.map(({ field, present }) => (
          <li key={field}>
            <FieldLabel kind={kind} field={field} />:{" "}
            <FieldValue kind={kind} field={field} value={present} />
          </li>
        ))}
      </ul>
      <div className={classes.choice}>
        <Button size="compact-sm" onClick={useTheirs}>
          {t("edit.conflict.useTheirs")}
        </Button>
        <Button size="compact-sm" autoFocus onClick={keepMine}>
          {t("edit.conflict.keepMine")}
        </Button>
      </div>
    </div>
  );
}
