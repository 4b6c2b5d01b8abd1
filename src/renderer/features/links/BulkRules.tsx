import { SegmentedControl, TagsInput } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { type Faults, sentencesOf } from "../../ui/edit/recordFaults.ts";
import type { FieldFault } from "../../../contract/envelope.ts";
import { bulkRuleFaults, type BulkValues, ruleParts } from "./bulk.ts";
import { RuleForm } from "./editor/RuleForm.tsx";
import { linkModel } from "./editor/linkModel.ts";
import type { RuleValue } from "./editor/ruleModel.ts";

/** By their places in a list of one rule. */
function refusedIn(refused: readonly FieldFault[], t: TFunction): Faults {
  const ofRules = refused.map((fault) => ({
    ...fault,
    field: fault.field.replace(/^(?:add\.|replace)rules/, "rules"),
  }));
  return sentencesOf(linkModel, ofRules, t);
}

/** The rule that each link gets, or the names of those that go. */
export function BulkRules({
  values,
  refused,
  choose,
}: {
  readonly values: BulkValues;
  /** What the server found. */
  readonly refused: readonly FieldFault[];
  readonly choose: (part: Partial<BulkValues>) => void;
}) {
  const { t } = useTranslation();
  const { rulePart, rule, ruleNames } = values;
  const faults = new Map([...refusedIn(refused, t), ...bulkRuleFaults(values, t)]);
  const change = (changed: Partial<RuleValue>) => choose({ rule: { ...rule, ...changed } });
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t("bulk.rules.part")}
        value={rulePart}
        onChange={(part) => choose({ rulePart: part })}
        data={ruleParts.map((value) => ({ value, label: t(`bulk.rules.parts.${value}`) }))}
      />
      <p className="soft">{t(`bulk.rules.hints.${rulePart}`)}</p>
      {rulePart === "remove" ? (
        <TagsInput
          data-autofocus
          className="anyScript"
          label={t("bulk.rules.names")}
          splitChars={[]}
          acceptValueOnBlur
          value={[...ruleNames]}
          onChange={(names) =>
            choose({ ruleNames: names.map((name) => name.trim()).filter((name) => name !== "") })
          }
        />
      ) : (
        <RuleForm
          key={rulePart}
          isFirst
          isTried={refused.length > 0}
          rule={rule}
          fault={(part) => faults.get(`rules[0].${part}`)}
          nameHint={t(`bulk.rules.nameHints.${rulePart}`)}
          change={change}
        />
      )}
    </>
  );
}
