/** The names of the fields that the form's user changed. */
export function changedFields<Values extends object>(
  base: Values,
  mine: Values,
): (keyof Values & string)[] {
  return namesOf(base).filter((name) => !sameValue(mine[name], base[name]));
}

/** Values with some fields as others have them. */
export function withFields<Values extends object>(
  values: Values,
  others: Values,
  names: readonly (keyof Values)[],
): Values {
  const next = { ...values };
  for (const name of names) next[name] = others[name];
  return next;
}

/** A form's own changes on top of the record as it is now. */
export function rebase<Values extends object>(
  { base, mine }: { readonly base: Values; readonly mine: Values },
  present: Values,
): { readonly base: Values; readonly mine: Values } {
  return { base: present, mine: withFields(present, mine, changedFields(base, mine)) };
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
