import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  fieldsIn,
  type RecordField,
  type RecordTable,
} from "../../../contract/fields/recordTables.ts";
import type { RecordKind } from "../../../contract/fields/records.ts";
import { fieldHint, fieldText } from "../../features/changes/fieldWords.ts";
import { NumberField } from "../inputs/NumberField.tsx";
import { PictureField } from "../inputs/PictureField.tsx";
import { SwitchField, TextareaField, TextField } from "./formFields.tsx";
import type { FormValues } from "./tableModel.ts";
import type { RecordForm } from "./useRecordForm.ts";

interface Of<Table extends RecordTable> {
  readonly form: RecordForm<FormValues<Table>>;
  readonly kind: RecordKind;
  readonly table: Table;
}

/** The inputs of a record's fields, in the order of its table. */
export function TableFields<Table extends RecordTable>(of: Of<Table>) {
  return fieldsIn(of.table).map(([name]) => <TableField key={name} {...of} name={name} />);
}

/** The input of a field by its row in the table, with the label and hint of the kind's words. */
export function TableField<Table extends RecordTable>({
  form,
  kind,
  table,
  name,
  ...props
}: Of<Table> & {
  readonly name: keyof Table & string;
  readonly placeholder?: string;
  /** Another hint than the usual one. */
  readonly description?: ReactNode;
}) {
  const { t } = useTranslation();
  const field: RecordField | undefined = table[name];
  const place: string = name;
  if (field === undefined) return null;
  const isRequired = field.need !== undefined && field.as === "text";
  const words = {
    label: fieldText(kind, name, t) ?? name,
    description: fieldHint(kind, name, t),
    ...props,
    ...(isRequired && { required: true, "data-autofocus": true, autoComplete: "off" }),
  };
  // The table says what each name holds; the compiler can't follow it there.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const texts = form as unknown as RecordForm<Record<string, string>>;
  switch (field.as) {
    case "text":
      return field.hasLines === true ? (
        <TextareaField form={texts} name={place} {...words} autosize minRows={2} maxRows={8} />
      ) : (
        <TextField form={texts} name={place} {...words} />
      );
    case "address":
      return <TextField form={texts} name={place} writes="address" {...words} />;
    case "alias":
    case "code":
      return <TextField form={texts} name={place} writes="code" {...words} />;
    case "picture":
      return <PictureField {...texts.value(place)} {...words} />;
    case "number":
      return <NumberField {...texts.value(place)} {...words} />;
    case "flag":
      return (
        <SwitchField
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
          form={form as unknown as RecordForm<Record<string, boolean>>}
          name={place}
          {...words}
        />
      );
    case "colour":
    case "choice":
    case "choices":
      throw new Error(`The input of ${name} is the editor's own.`);
  }
}
