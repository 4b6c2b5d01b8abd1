import { namesOf, sameValue } from "./formValues.ts";
import type { NameOf, RecordModel } from "./recordModel.ts";

type Of<Values extends object> = Pick<RecordModel<Values, never>, "kind" | "empty" | "secrets">;

function placeOf(kind: string): string {
  return `waypost.draft.${kind}`;
}

/** What a value is, as far as a draft has to be of the form's own making. */
function sortOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

/** A new record that was closed by slip; null: there is none. Secrets are never kept. */
export function loadDraft<Values extends object>({ kind, empty }: Of<Values>): Values | null {
  const stored = read(placeOf(kind));
  if (stored === null) return null;
  const kept = namesOf(empty).filter(
    (name) => name in stored && sortOf(Reflect.get(stored, name)) === sortOf(empty[name]),
  );
  const draft = { ...empty };
  for (const name of kept) Object.assign(draft, { [name]: Reflect.get(stored, name) });
  return kept.length === 0 ? null : draft;
}

/** What nobody changed is no draft: `fresh` is how a new one begins. */
export function keepDraft<Values extends object>(
  of: Of<Values>,
  values: Values,
  fresh: Values,
): void {
  const isSecret = (name: NameOf<Values>) => of.secrets?.includes(name) === true;
  const kept = Object.fromEntries(
    namesOf(of.empty)
      .filter((name) => !isSecret(name))
      .map((name) => [name, values[name]]),
  );
  if (sameValue({ ...fresh, ...kept }, fresh)) dropDraft(of);
  else sessionStorage.setItem(placeOf(of.kind), JSON.stringify(kept));
}

export function dropDraft({ kind }: { readonly kind: string }): void {
  sessionStorage.removeItem(placeOf(kind));
}

function read(place: string): object | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(place) ?? "null");
    return typeof stored === "object" ? stored : null;
  } catch {
    return null;
  }
}
