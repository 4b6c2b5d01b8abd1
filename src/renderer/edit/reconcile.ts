export interface Reconciled<Values> {
  /** What the form's changes are counted from: the record as it is now. */
  readonly base: Values;
  readonly mine: Values;
  /** Where both changed a field to something else: the other's value. */
  readonly theirs: Partial<Values>;
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
  const next = { base: { ...base }, mine: { ...mine }, theirs: {} as Partial<Values> };
  for (const name of namesOf(base)) {
    const isChanged = present[name] !== base[name];
    if (!isChanged) continue;
    if (mine[name] === base[name]) next.mine[name] = present[name];
    if (mine[name] === base[name] || mine[name] === present[name]) next.base[name] = present[name];
    else next.theirs[name] = present[name];
  }
  return next;
}

/** The names of the fields that the form's user changed. */
export function changedFields<Values extends object>(
  base: Values,
  mine: Values,
): (keyof Values & string)[] {
  return namesOf(base).filter((name) => mine[name] !== base[name]);
}

function namesOf<Values extends object>(values: Values): (keyof Values & string)[] {
  // Object.keys forgets which keys they are.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.keys(values) as (keyof Values & string)[];
}
