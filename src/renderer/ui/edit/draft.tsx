import { Button, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { draftPrefix } from "../../app/client/move.ts";
import { objectIn } from "../../i18n/browserStore.ts";
import { namesOf, sameValue } from "./formValues.ts";
import type { NameOf, RecordModel } from "./recordModel.ts";

type Of<Values extends object> = Pick<RecordModel<Values, never>, "kind" | "empty" | "secrets">;

function placeOf(kind: string): string {
  return draftPrefix + kind;
}

/** What a value is, as far as a draft has to be of the form's own making. */
function sortOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

/** A new record that was closed by slip; null: there is none. Secrets are never kept. */
export function loadDraft<Values extends object>({ kind, empty }: Of<Values>): Values | null {
  const stored = objectIn(sessionStorage.getItem(placeOf(kind)));
  const kept = namesOf(empty).filter(
    (name) => name in stored && sortOf(stored[name]) === sortOf(empty[name]),
  );
  const draft = { ...empty };
  for (const name of kept) Object.assign(draft, { [name]: stored[name] });
  return kept.length === 0 ? null : draft;
}

/** The draft that a new record begins with, and the notice that says so; null: it begins afresh. */
export function useDraft<Values extends object>(
  model: Of<Values>,
  isWanted: boolean,
): { readonly draft: Values | null; readonly notice: ReactNode } {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => (isWanted ? loadDraft(model) : null));
  const startAfresh = () => {
    dropDraft(model);
    setDraft(null);
  };
  if (draft === null) return { draft, notice: null };
  const notice = (
    <Group gap={0} justify="space-between" wrap="nowrap" ps="sm" bdrs="md" bg="var(--wash)">
      <span>{t("edit.draft")}</span>
      <Button variant="subtle" size="xs" onClick={startAfresh}>
        {t("edit.startAfresh")}
      </Button>
    </Group>
  );
  return { draft, notice };
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
