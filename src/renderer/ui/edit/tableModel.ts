import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import {
  clearableIn,
  fieldsIn,
  type RecordField,
  type RecordTable,
} from "../../../contract/fields/recordTables.ts";
import type { ValueOf } from "../../../contract/fields/shownFields.ts";
import { hexOf } from "../inputs/colours.ts";
import type { Created, RecordModel } from "./recordModel.ts";

/** A record's fields as a form holds them: what is typed is text. */
export type FormValues<Table extends RecordTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly as: "number" }
    ? string
    : Readonly<ValueOf<Table[Name]>>;
};

type TableParts = "empty" | "valuesOf" | "sentOf" | "clearable" | "nameOf";

/** What the editor of a kind of record gets from the table of its fields. */
export function tableModel<
  Table extends RecordTable,
  Details extends object,
  Made extends Created = Created,
>(
  table: Table,
  {
    empty = {},
    ...own
  }: Omit<RecordModel<FormValues<Table>, Details, Made>, TableParts> & {
    /** Where a new one begins with something else than the table says. */
    readonly empty?: Partial<FormValues<Table>>;
  },
): RecordModel<FormValues<Table>, Details, Made> {
  type Values = FormValues<Table>;
  const fields = fieldsIn(table);
  /** The compiler can't see that each name has the value that its field says. */
  const valuesBy = (valueOf: (field: RecordField, name: string) => unknown) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field, name)])) as Values;
  return {
    ...own,
    empty: { ...valuesBy(emptyValue), ...empty },
    valuesOf: (details) =>
      valuesBy(({ as }, name) => {
        const value: unknown = Reflect.get(details, name);
        return as === "number" ? String(value) : value;
      }),
    sentOf: (values) => valuesBy((field, name) => sentValue(field, Reflect.get(values, name))),
    clearable: clearableIn(table),
    nameOf(values) {
      const name: unknown = Reflect.get(values, "name");
      return typeof name === "string" ? name.trim() : "";
    },
  };
}

function emptyValue(field: RecordField): unknown {
  switch (field.as) {
    case "number":
      return String(field.otherwise);
    case "flag":
      return false;
    case "choice":
      return field.otherwise ?? field.of[0];
    case "choices":
      return [];
    case "colour":
      return field.otherwise ?? "";
    case "text":
    case "alias":
    case "address":
    case "picture":
    case "code":
      return "";
  }
}

/** As the contract takes it; undefined: it isn't said, and the server fills it in. */
function sentValue({ as, need }: RecordField, value: unknown): unknown {
  if (typeof value !== "string") return value;
  switch (as) {
    case "address":
    case "picture":
      return completeAddress(value);
    case "number":
      // The contract's own schema says what is wrong with what is no number.
      return /^\d+$/.test(value) ? Number(value) : value;
    case "colour":
      return need === "filled" ? value.trim() || undefined : (hexOf(value) ?? value);
    case "alias":
      return value.trim() || undefined;
    case "code":
      return value.trim();
    case "text":
    case "choice":
    case "choices":
    case "flag":
      return value;
  }
}
