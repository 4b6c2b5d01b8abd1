import type { TFunction } from "i18next";
import type { FieldFault } from "../../../contract/envelope.ts";
import { faultsOf } from "../../../contract/schemaFaults.ts";
import { faultSentence } from "../messages/faultSentence.ts";
import { addBodyOf, updateBodyOf } from "./recordBodies.ts";
import type { NameOf, RecordModel, Sending } from "./recordModel.ts";

/** Sentences by where they belong: a field of the form, or a place in it (`links[2].url`). */
export type Faults = ReadonlyMap<string, string>;

type Checked<Values extends object, Details> = Omit<
  RecordModel<Values, Details>,
  "add" | "sayMade"
> & { readonly add: Pick<Sending<unknown>, "schema"> };

/** What is wrong with a form's values, in the reader's language. */
export function faultsIn<Values extends object, Details>(
  model: Checked<Values, Details>,
  values: Values,
  before: Values | null,
  t: TFunction,
): Faults {
  const { schema } = before === null ? model.add : model.update(1);
  const body = before === null ? addBodyOf(model, values) : updateBodyOf(model, values, before);
  const checked = schema.safeParse(body);
  const found =
    checked.error === undefined
      ? []
      : Object.entries(faultsOf(checked.error, body)).map(
          ([field, { detail, ...fault }]): FieldFault => ({
            ...fault,
            field,
            message: detail,
            // What isn't there yet isn't in a wrong form.
            code: body[field] === "" ? "missing" : fault.code,
          }),
        );
  const own = Object.entries(model.check?.(values, before, t) ?? {}).flatMap(
    ([name, sentence]): [string, string][] => (sentence === undefined ? [] : [[name, sentence]]),
  );
  return new Map([...sentencesOf(model, found, t), ...own]);
}

/** Those that the form has a place for. */
export function sentencesOf<Values extends object, Details>(
  model: Pick<RecordModel<Values, Details>, "empty" | "fieldOf">,
  faults: readonly FieldFault[],
  t: TFunction,
): Map<string, string> {
  const sentences = new Map<string, string>();
  for (const fault of faults) {
    const name = placeOf(model, fault.field);
    if (name === null) continue;
    const sentence = spoken(fault, t);
    const [root = ""] = fault.field.split(/[.[]/);
    const place = fault.field.replace(root, name);
    if (!sentences.has(place)) sentences.set(place, sentence);
  }
  return sentences;
}

/** The field of the form that a fault of the contract's belongs to; null: it has none. */
export function placeOf<Values extends object, Details>(
  { empty, fieldOf }: Pick<RecordModel<Values, Details>, "empty" | "fieldOf">,
  field: string,
): NameOf<Values> | null {
  const [root = ""] = field.split(/[.[]/);
  const name = fieldOf?.(root) ?? root;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked up right here
  return name in empty ? (name as NameOf<Values>) : null;
}

function spoken(fault: FieldFault, t: TFunction): string {
  if (fault.code === "short" && fault.least === 1) return t("faults.missing");
  if (fault.code === "format" && fault.message.includes("http")) return t("faults.url");
  return faultSentence(fault, t);
}
