import type { z } from "zod";
import type { Faults } from "../services/problems.ts";

type Issue = z.core.$ZodIssue;

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
        ? Object.entries(value).find(([key]) => key === String(part))?.[1]
        : undefined,
    sent,
  );
}

/** Of a field that may take several forms: the faults inside the form that was meant. */
function innermost(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const meant = issue.errors.find(
    (issues) => issues.length > 0 && issues.every(({ path }) => path.length > 0),
  );
  return meant === undefined
    ? [issue]
    : meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function faultOf(issue: Issue, sent: unknown): string {
  if (valueAt(sent, issue.path) === undefined) return "is required";
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
  }
  return issue.message.startsWith("Invalid") ? "is not valid" : issue.message;
}

/** What a schema finds wrong with `sent`, one fault a field. */
export function faultsOf(error: z.ZodError, sent: unknown): Faults {
  const faults: Record<string, string> = {};
  for (const issue of error.issues.flatMap(innermost)) {
    const field = fieldOf(issue.path);
    faults[field] ??= field === "" ? issue.message : faultOf(issue, sent);
  }
  return faults;
}
