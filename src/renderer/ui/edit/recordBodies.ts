import type { Body, RecordModel } from "./recordModel.ts";
import { sameValue } from "./formValues.ts";

type Sent = Pick<
  // The bodies don't depend on what a record's details are.
  RecordModel<never, never>,
  "always" | "clearable"
>;

/** The body of a new record: only what differs from an empty form. */
export function addBodyOf<Values extends object, Details>(
  model: Pick<RecordModel<Values, Details>, "empty" | "sentOf"> & Sent,
  values: Values,
): Body {
  const nothing = model.sentOf(model.empty);
  return Object.fromEntries(
    Object.entries(model.sentOf(values)).filter(
      ([name, value]) =>
        model.always?.includes(name) === true ||
        (!isEmpty(value) && !sameValue(value, nothing[name])),
    ),
  );
}

/**
 * The body of an edit: what changed, what was emptied, and what each of them was when it was read,
 * so that nobody else's change is undone unseen.
 */
export function updateBodyOf<Values extends object, Details>(
  model: Pick<RecordModel<Values, Details>, "sentOf" | "shownOf"> & Sent,
  values: Values,
  before: Values,
): Body {
  const sent = model.sentOf(values);
  const former = model.sentOf(before);
  const shown = { ...former, ...model.shownOf?.(before) };
  const given: Record<string, unknown> = {};
  const expect: Record<string, unknown> = {};
  const clear: string[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const isAlways = model.always?.includes(name) === true;
    const isClearable = model.clearable?.includes(name) === true;
    if (sameValue(value, former[name]) && !isAlways) continue;
    if (value === undefined && !isClearable) continue;
    if (isEmpty(value) && isClearable) clear.push(name);
    else given[name] = value;
    expect[name] = shown[name] ?? null;
  }
  return { ...given, ...(clear.length === 0 ? {} : { clear }), expect };
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  );
}
