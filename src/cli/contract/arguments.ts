import { isLinkParam, paramsOf, type TableCommand } from "./commands.ts";
import { fieldsOf, type Field } from "./fieldValues.ts";

/** A word of the command line that isn't a flag. */
export interface Argument {
  /** Of the path parameter or the body's field. */
  readonly name: string;
  readonly source: "params" | "body" | "content";
  readonly isOptional: boolean;
  readonly field: Field;
}

/** QR codes have data of several shapes, which the contract's table leaves to their type. */
export function hasContent({ names: [name] }: TableCommand): boolean {
  return name === "addQrCode" || name === "updateQrCode";
}

/** What creates something asks for what it can't do without; what changes it only for its id. */
function isArgument({ row, verb }: TableCommand, { isRequired, kind }: Field): boolean {
  const isWord = kind.is === "text" || kind.is === "number" || kind.is === "choice";
  const isNewName = verb === "rename";
  return (row.method === "POST" || isNewName) && isRequired && isWord;
}

/** Fields of the body that this command takes, but for a QR code's data. */
function bodyFieldsOf(command: TableCommand): readonly Field[] {
  const fields = fieldsOf(command.row.body);
  return hasContent(command) ? fields.filter(({ name }) => name !== "data") : fields;
}

export function argumentsOf(command: TableCommand): Argument[] {
  const params = fieldsOf(command.row.params);
  const words = paramsOf(command.row).flatMap((param): Argument[] => {
    const field = params.find(({ name }) => name === param);
    return field === undefined ? [] : [{ name: param, source: "params", isOptional: false, field }];
  });
  const fields = bodyFieldsOf(command)
    .filter((field) => isArgument(command, field))
    .map((field): Argument => ({ name: field.name, source: "body", isOptional: false, field }));
  const content = fieldsOf(command.row.body).find(({ name }) => name === "data");
  return [
    ...words,
    ...fields,
    ...(hasContent(command) && content !== undefined
      ? [{ name: "data", source: "content" as const, isOptional: true, field: content }]
      : []),
  ];
}

/** Fields of the body that are given by flags. */
export function flagFieldsOf(command: TableCommand): Field[] {
  return bodyFieldsOf(command).filter((field) => !isArgument(command, field));
}

/** What the help calls an argument. */
export function titleOfArgument(command: TableCommand, { name, source, field }: Argument): string {
  if (source !== "params") return name;
  if (isLinkParam(command, name)) return "link";
  return name === "id" || field.kind.is === "choice" ? name : name.replace(/id$/, "");
}
