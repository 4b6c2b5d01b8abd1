import type { TFunction } from "i18next";
import type { EdgeProblem } from "../../contract/messages/edgeProblems.ts";
import { faultCodes } from "../../contract/envelope.ts";
import {
  countIn,
  fillText,
  isPlainNumber,
  type MessageValues,
} from "../../contract/messages/messageText.ts";
import type { SentMessage } from "../../contract/messages/messageFields.ts";
import type { TunnelProblem } from "../../contract/messages/tunnelProblems.ts";
import { faultSentence } from "../ui/messages/faultSentence.ts";
import type { Format } from "./format.ts";

type ValueFormat = Pick<Format, "number" | "plain" | "moment">;

/** Values that are moments, as the contract writes them. */
const moments: ReadonlySet<string> = new Set(["since", "copied"]);

/** A text with its values as the reader writes them; each runs in its own direction. */
export function filledText(text: string, values: MessageValues, format: ValueFormat): string {
  return fillText(text, (name) => {
    const value = values[name] ?? "";
    if (typeof value === "number")
      return isPlainNumber(name) ? format.plain(value) : format.number(value);
    return value === "" ? "" : `\u2068${moments.has(name) ? format.moment(value) : value}\u2069`;
  });
}

/** A message of the server in the reader's language; one without a code as it was sent. */
export function messageText(
  { code, values = {}, message }: SentMessage,
  t: TFunction,
  format: ValueFormat = { number: String, plain: String, moment: String },
): string {
  if (code === undefined) return message;
  if (code === "record.fault") {
    const fault = faultCodes.find((one) => one === values["fault"]) ?? "invalid";
    return faultSentence({ field: "", code: fault, message }, t);
  }
  const count = countIn(values);
  const text = filledText(
    t(`messages.${code}`, { ...(count !== undefined && { count }), skipInterpolation: true }),
    values,
    format,
  );
  const { atLine, atColumn } = values;
  return atLine === undefined || atColumn === undefined
    ? text
    : `${filledText(t("jobs.place", { skipInterpolation: true }), { line: atLine, column: atColumn }, format)} ${text}`;
}

/** What stands in the way of a tunnel, in the reader's language. */
export function tunnelProblemText(
  { code, values }: Pick<TunnelProblem, "code" | "values">,
  t: TFunction,
  format: ValueFormat,
): string {
  return filledText(t(`tunnelProblems.${code}`, { skipInterpolation: true }), values, format);
}

/** What stands in the way of the always-on copy, in the reader's language. */
export function edgeProblemText(
  { code, values }: Pick<EdgeProblem, "code" | "values">,
  t: TFunction,
  format: ValueFormat,
): string {
  return filledText(t(`edgeProblems.${code}`, { skipInterpolation: true }), values, format);
}
