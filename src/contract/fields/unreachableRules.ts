interface Condition {
  readonly type: string;
  readonly key?: string | undefined;
  readonly values?: readonly string[] | undefined;
  readonly window?:
    | {
        readonly days: readonly number[];
        readonly from: string;
        readonly to: string;
        readonly zone: string;
      }
    | undefined;
  readonly not?: boolean | undefined;
}

interface Rule {
  readonly conditions: readonly Condition[];
  readonly isOff?: boolean | undefined;
}

/** Places of rules that no visit reaches, each with the place of the one before that takes all of its visits. */
export function unreachableRules(
  rules: readonly Rule[],
): { readonly place: number; readonly by: number }[] {
  return rules.flatMap(({ conditions, isOff }, place) => {
    if (isOff === true) return [];
    const by = rules.findIndex(
      (one, index) =>
        index < place &&
        one.isOff !== true &&
        one.conditions.every((wide) => conditions.some((narrow) => isWithin(narrow, wide))),
    );
    return by === -1 ? [] : [{ place, by }];
  });
}

/** Whether all visits that have the one have the other. */
function isWithin(narrow: Condition, wide: Condition): boolean {
  if (askedOf(narrow) !== askedOf(wide)) return false;
  const { values: some = [] } = narrow;
  const { values: all = [] } = wide;
  const [inner, outer] = narrow.not === true ? [all, some] : [some, all];
  return inner.every((value) => outer.includes(value));
}

/** All of a condition but its values. */
function askedOf({ type, key, window, not = false }: Condition): string {
  return JSON.stringify([
    type,
    key,
    not,
    window && [window.days, window.from, window.to, window.zone],
  ]);
}
