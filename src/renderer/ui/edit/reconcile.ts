export interface Reconciled<Values> {
  /** What the form's changes are counted from: the record as it is now. */
  readonly base: Values;
  readonly mine: Values;
  /** Where both changed a field to something else: the other's value. */
  readonly remote: Partial<Values>;
}

/**
 * What a form holds after somebody else changed the record it began with: fields that its user left
 * alone follow the record, changes of its own stay, and where both changed one the user has to choose.
 */
export function reconcile<Values extends object>(
  base: Values,
  mine: Values,
  present: Values,
): Reconciled<Values> {
  const next = { base: { ...base }, mine: { ...mine }, remote: {} as Partial<Values> };
  for (const name of namesOf(base)) {
    if (sameValue(present[name], base[name])) continue;
    const isMine = !sameValue(mine[name], base[name]);
    if (!isMine) next.mine[name] = present[name];
    if (isMine && !sameValue(mine[name], present[name])) next.remote[name] = present[name];
    else next.base[name] = present[name];
  }
  return next;
}

/** The names of the fields that the form's user changed. */
export function changedFields<Values extends object>(
  base: Values,
  mine: Values,
): (keyof Values & string)[] {
  return namesOf(base).filter((name) => !sameValue(mine[name], base[name]));
}

export function namesOf<Values extends object>(values: Values): (keyof Values & string)[] {
  // Object.keys forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(values) as (keyof Values & string)[];
}

/** Whether two values of a form say the same. Lists and objects in it are built in one order. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
