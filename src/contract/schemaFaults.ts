import { counted } from "./counted.ts";
import type { z } from "zod";
import type { FieldFault } from "./envelope.ts";

type Issue = z.core.$ZodIssue;
type FaultCode = FieldFault["code"];

/** What a schema finds wrong with a field. */
export interface SchemaFault {
  readonly code: FaultCode;
  /** Completes a sentence that begins with the field's name. */
  readonly detail: string;
  readonly least?: number;
  readonly most?: number;
  readonly unit?: "bytes";
}

/** `geotarget[0].link` */
function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`,
    )
    .join("");
}

function valueAt(sent: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null
        ? Object.getOwnPropertyDescriptor(value, part)?.value
        : undefined,
    sent,
  );
}

/** Of a field that may take several forms: the faults inside the form that was meant. */
function innermost(issue: Issue): readonly Issue[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }));
  }
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors.find(
    (issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0),
  );
  return meant === undefined
    ? [issue]
    : meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function codeOf(issue: Issue, value: unknown): FaultCode {
  switch (issue.code) {
    case "invalid_type":
      return "type";
    case "too_big":
      return issue.origin === "string" || issue.origin === "array" ? "long" : "format";
    case "too_small":
      return issue.origin === "string" || issue.origin === "array" ? "short" : "format";
    case "invalid_value":
      return typeof value === "object" ? "type" : "choice";
    case "invalid_key":
    case "unrecognized_keys":
      return "unknown";
    case "custom": {
      const own: unknown = issue.params?.["code"];
      return own === "characters" || own === "choice" || own === "long" ? own : "format";
    }
    case "invalid_format":
    case "not_multiple_of":
      return "format";
    case "invalid_union":
    case "invalid_element":
      return typeof value === "object" ? "type" : "format";
  }
}

function wordsOf(issue: Issue): string {
  if (issue.code === "unrecognized_keys") return "isn't a field of this request";
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
  }
  if (/^Too (?:big|small)/.test(issue.message)) return boundInWords(issue);
  return issue.message.startsWith("Invalid") ? "isn't an accepted value" : issue.message;
}

/** Of a bound whose schema has no words of its own. */
function boundInWords(issue: Issue): string {
  if (issue.code !== "too_big" && issue.code !== "too_small") return "isn't an accepted value";
  const limit = Number(issue.code === "too_big" ? issue.maximum : issue.minimum);
  const bound = issue.code === "too_big" ? "at most" : "at least";
  if (issue.origin === "string") return `must be ${bound} ${counted(limit, "character")}`;
  if (issue.origin !== "array") return `must be ${bound} ${limit.toLocaleString("en")}`;
  return `must have ${bound} ${counted(limit, "entry", "entries")}`;
}

function boundsOf(issue: Issue): Pick<SchemaFault, "least" | "most" | "unit"> {
  if (issue.code === "custom" && issue.params?.["unit"] === "bytes") {
    return { most: Number(issue.params["most"]), unit: "bytes" };
  }
  if (issue.code === "too_big") return { most: Number(issue.maximum) };
  return issue.code === "too_small" ? { least: Number(issue.minimum) } : {};
}

function faultOf(issue: Issue, sent: unknown): SchemaFault {
  const value = valueAt(sent, issue.path);
  if (value === undefined && issue.path.length > 0)
    return { code: "missing", detail: "is required" };
  const detail = issue.path.length === 0 ? issue.message : wordsOf(issue);
  return { code: codeOf(issue, value), detail, ...boundsOf(issue) };
}

/** What a schema finds wrong with `sent`, one fault a field; each as it is asked for. */
export function* eachFault(
  error: z.ZodError,
  sent: unknown,
): Iterable<readonly [field: string, fault: SchemaFault]> {
  const named = new Set<string>();
  for (const outer of error.issues) {
    for (const issue of innermost(outer)) {
      const field = fieldOf(issue.path);
      if (named.has(field)) continue;
      named.add(field);
      yield [field, faultOf(issue, sent)];
    }
  }
}

export function faultsOf(error: z.ZodError, sent: unknown): Readonly<Record<string, SchemaFault>> {
  return Object.fromEntries(eachFault(error, sent));
}
