import type { TFunction } from "i18next";
import { faultCodes } from "../../../contract/envelope.ts";
import type { Sentence } from "../../../contract/sentences.ts";
import type { Format } from "../format.ts";
import { faultSentence } from "../../ui/messages/faultSentence.ts";

/** Values that are moments, as the contract writes them. */
const moments: ReadonlySet<string> = new Set(["since", "copied"]);

/**
 * What the service says of a row, a file, a record or itself, in the window's words; what has no code yet
 * comes as it was said.
 */
export function sentenceText(
  { code, values = {}, message }: Sentence,
  t: TFunction,
  format: Pick<Format, "number" | "moment"> = { number: String, moment: String },
): string {
  if (code === undefined) return message;
  if (code === "record.fault") {
    const fault = faultCodes.find((one) => one === values["fault"]) ?? "invalid";
    return faultSentence({ field: "", code: fault, message }, t);
  }
  const named = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number"
        ? format.number(value)
        : `\u2068${moments.has(name) ? format.moment(value) : value}\u2069`,
    ]),
  );
  const [count] = Object.values(values).filter((value) => typeof value === "number");
  const text = t(`sentences.${code}`, { ...named, ...(count !== undefined && { count }) });
  const { atLine, atColumn } = named;
  return atLine === undefined || atColumn === undefined
    ? text
    : `${t("sentences.at", { line: atLine, column: atColumn })} ${text}`;
}
