import { isDeepStrictEqual } from "node:util";
import { mostRules, type SentRule } from "../../../contract/fields/decisionFields.ts";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { type Fault, Invalid } from "../../common/problems.ts";
import type { LinkRecord } from "../../store/records.ts";
import { excessOf, tooLarge } from "../links/linkSize.ts";
import type { FieldReader } from "../links/linkFields.ts";

/** Changes of the rules of each link. Rules are identified by their names. */
export interface RuleChange {
  readonly add: readonly SentRule[];
  /** Replace rules with the same name. Links without such a rule stay unchanged. */
  readonly replace: readonly SentRule[];
  /** Names. */
  readonly remove: readonly string[];
}

type Rules = NonNullable<LinkRecord["rules"]>;

/** Applies the change to a link, or explains why it can't. */
export type ChangeRules = (
  link: LinkRecord,
) => { readonly record: LinkRecord } | { readonly field: string; readonly detail: Message };

/** Validates the rules once, and throws faults with the fields that the caller sent. */
export function createRuleChange(
  fieldReader: FieldReader,
  { add, replace, remove }: RuleChange,
): ChangeRules {
  function readAs(sentAs: string, rules: readonly SentRule[]): Rules {
    try {
      return fieldReader.read({ rules, plain: {} }, undefined).rules ?? [];
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      const faults = error.faults.map(({ field, ...fault }): [string, Fault] => [
        field.replace(/^rules/, sentAs),
        fault,
      ]);
      throw new Invalid(Object.fromEntries(faults));
    }
  }

  const added = readAs("add.rules", add);
  const replaced = new Map(readAs("replacerules", replace).map((rule) => [rule.name, rule]));
  const removed: ReadonlySet<string | undefined> = new Set(remove);

  return (link) => {
    const before = link.rules ?? [];
    const rules = before
      .filter(({ name }) => name === undefined || !removed.has(name))
      .map((rule) => (rule.name === undefined ? rule : (replaced.get(rule.name) ?? rule)));
    for (const rule of added) {
      if (rules.some((one) => isDeepStrictEqual(one, rule))) continue;
      const { name } = rule;
      if (name !== undefined && rules.some((one) => one.name === name)) {
        return { field: "rules", detail: message("record.ruleTaken", { name }) };
      }
      rules.push(rule);
    }
    if (rules.length > mostRules && rules.length > before.length) {
      return {
        field: "rules",
        detail: message("record.manyEntries", { most: mostRules, what: "rules" }),
      };
    }
    const { rules: _, ...others } = link;
    const record = rules.length === 0 ? others : { ...others, rules };
    const [excess] = excessOf(record, link);
    return excess === undefined ? { record } : tooLarge(excess);
  };
}
