import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { bounds } from "./bounds.ts";
import { address, alias, aliasRule, clearOf, colour, expectOf, flag, text } from "./fields.ts";
import {
  clearableIn,
  fieldsIn,
  type RecordField,
  type RecordTable,
  storedKey,
  type StoredKey,
} from "./recordTables.ts";
import { ownPicture, type ValueOf } from "./shownFields.ts";

/** Schemas of a record's fields, from its table. */

type InputOf<Field extends RecordField> = Field extends { readonly as: "number" }
  ? number | string
  : Field extends { readonly as: "flag" }
    ? z.input<typeof flag>
    : ValueOf<Field>;

type Sent<Field extends RecordField> = z.ZodType<ValueOf<Field>, InputOf<Field>>;

type Optional<Table extends RecordTable> = {
  readonly [Name in keyof Table]: z.ZodOptional<Sent<Table[Name]>>;
};

type Added<Table extends RecordTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly need: "given" }
    ? Sent<Table[Name]>
    : z.ZodOptional<Sent<Table[Name]>>;
};

type Answered<Table extends RecordTable> = {
  readonly [Name in keyof Table]: z.ZodType<ValueOf<Table[Name]>>;
};

/** A flag is stored where it is set. */
type Stored<Field extends RecordField> = z.ZodType<
  Field extends { readonly as: "flag" } ? true : ValueOf<Field>
>;

type StoredFields<Table extends RecordTable> = {
  readonly [Name in keyof Table as StoredKey<Table, Name>]: Table[Name] extends {
    readonly need: string;
  }
    ? Stored<Table[Name]>
    : z.ZodOptional<Stored<Table[Name]>>;
};

function mapFields(
  table: RecordTable,
  schemaOf: (field: RecordField, name: string) => z.ZodType,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(fieldsIn(table).map(([name, field]) => [name, schemaOf(field, name)]));
}

function sentOf(field: RecordField): z.ZodType {
  switch (field.as) {
    case "text":
      return field.need === undefined
        ? text(field.most)
        : text(field.most).trim().min(1, "must not be empty");
    case "alias":
      return alias;
    case "address":
      return address;
    case "picture":
      return field.isOwn === true ? ownOrAddress : address;
    case "colour":
      return colour;
    case "code":
      return z
        .string("must be a string")
        .trim()
        .regex(field.pattern, field.fault)
        .meta({ examples: [field.example] });
    case "number":
      return numberOf(field);
    case "choice":
      return z.enum(field.of, choiceFault(field.of));
    case "choices":
      return z
        .array(z.enum(field.of, choiceFault(field.of)), "must be a list")
        .max(field.of.length, entriesFault(field.of.length));
    case "flag":
      return flag;
  }
}

/** What a picture is, and how large, is looked at before it is stored. */
const ownOrAddress = z.union(
  [z.string().regex(ownPicture, { abort: true }).max(bounds.ownPicture), address],
  { error: ({ input }) => address.safeParse(input).error?.issues[0]?.message },
);

function aboutSent({ as, about }: RecordField): string {
  return as === "alias" ? `${about}. ${aliasRule}` : about;
}

function choiceFault(choices: readonly string[]): string {
  return choices.length === 2
    ? `must be ${choices.join(" or ")}`
    : `must be one of ${choices.join(", ")}`;
}

function numberOf({
  of,
  least,
  most,
}: {
  readonly of: string;
  readonly least: number;
  readonly most: number;
}): z.ZodType<number, number | string> {
  const fault = `must be a whole number of ${of} from ${least} to ${most}`;
  return z
    .union(
      [
        z.int(fault),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      { error: fault },
    )
    .refine((value) => value >= least && value <= most, fault);
}

function storedOf(field: RecordField): z.ZodType {
  switch (field.as) {
    case "number":
      return z.int().min(field.least).max(field.most);
    case "choice":
      return z.enum(field.of);
    case "choices":
      return z.array(z.enum(field.of));
    case "flag":
      return z.literal(true);
    case "text":
    case "alias":
    case "address":
    case "picture":
    case "colour":
    case "code":
      return z.string();
  }
}

function answeredOf(field: RecordField): z.ZodType {
  return field.as === "flag" ? z.boolean() : storedOf(field);
}

/** Of the body that creates a record. */
export function addedFields<Table extends RecordTable>(table: Table): Added<Table> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name by name
  return mapFields(table, (field) => {
    const schema = sentOf(field);
    return (field.need === "given" ? schema : schema.optional()).describe(aboutSent(field));
  }) as Added<Table>;
}

/** Of a body that may leave any of them out. */
export function optionalFields<Table extends RecordTable>(table: Table): Optional<Table> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name by name
  return mapFields(table, (field) =>
    sentOf(field).optional().describe(aboutSent(field)),
  ) as Optional<Table>;
}

/** Of the body that changes a record. */
export function updatedFields<Table extends RecordTable>(table: Table) {
  return {
    ...optionalFields(table),
    clear: clearOf(clearableIn(table)).optional(),
    expect: expectOf(optionalFields(table)).optional(),
  };
}

export function answeredFields<Table extends RecordTable>(table: Table): Answered<Table> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name by name
  return mapFields(table, (field) => answeredOf(field).describe(field.about)) as Answered<Table>;
}

/** Of the record on disk, by its own keys. */
export function storedFields<Table extends RecordTable>(table: Table): StoredFields<Table> {
  const fields = fieldsIn(table).map(([name, field]) => {
    const schema = storedOf(field);
    return [storedKey(name, field), field.need === undefined ? schema.optional() : schema];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- key by key
  return Object.fromEntries(fields) as StoredFields<Table>;
}
