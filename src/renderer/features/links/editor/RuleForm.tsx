import { Box, Button, Stack, Text, TextInput } from "@mantine/core";
import IconPlus from "@iconify-json/tabler/icons/plus";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { mostConditions } from "../../../../contract/fields/decisionFields.ts";
import { writing } from "../../../ui/edit/formFields.tsx";
import { ConditionFields } from "./ConditionFields.tsx";
import { conditionOf, type RuleValue } from "./ruleModel.ts";

/** What a rule is made of: its conditions, its destination, its name. */
export function RuleForm({
  rule,
  isTried = false,
  fault: faultOf,
  nameHint,
  isFirst = false,
  keep,
  change,
  done,
}: {
  readonly rule: RuleValue;
  /** Whether all that is wrong is shown. */
  readonly isTried?: boolean;
  /** What is wrong with a part of it. */
  readonly fault: (part: string) => string | undefined;
  readonly nameHint?: string;
  /** Whether the keys begin here when a dialog opens. */
  readonly isFirst?: boolean;
  readonly keep?: () => void;
  readonly change: (changed: Partial<RuleValue>) => void;
  /** Folds it. */
  readonly done?: () => void;
}) {
  const { t } = useTranslation();
  const { conditions } = rule;
  /** Parts that were left once: what was just added isn't called wrong at once. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const area = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  useLayoutEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    [...(area.current?.querySelectorAll<HTMLElement>("[data-condition]") ?? [])]
      .at(-1)
      ?.querySelector("select")
      ?.focus();
  });
  const fault = (part: string) =>
    isTried || left.has(part.split(".")[0] ?? "") ? faultOf(part) : undefined;
  const leave = (part: string) => {
    if (!left.has(part)) setLeft(new Set([...left, part]));
  };
  return (
    <Stack ref={area} data-rule gap="xs" pb="sm" pt={4} onFocus={keep}>
      {conditions.map((condition, index) => {
        const part = `conditions[${index}]`;
        return (
          <Box
            // oxlint-disable-next-line react/no-array-index-key -- conditions have no other name
            key={index}
            data-condition
            onBlur={(event) => {
              if (!event.currentTarget.contains(event.relatedTarget)) leave(part);
            }}
          >
            {index > 0 && (
              <Text inherit fz={12} c="dimmed" mb={4}>
                {t("rules.and").trim()}
              </Text>
            )}
            <ConditionFields
              condition={condition}
              isFirst={isFirst && index === 0}
              fault={(name) => fault(`${part}.${name}`)}
              change={(changed) => change({ conditions: conditions.with(index, changed) })}
              remove={
                conditions.length === 1
                  ? null
                  : () => change({ conditions: conditions.filter((_, other) => other !== index) })
              }
            />
          </Box>
        );
      })}
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={conditions.length >= mostConditions}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => {
            isAdded.current = true;
            change({ conditions: [...conditions, conditionOf("device")] });
          }}
        >
          {t("rules.addCondition")}
        </Button>
      </div>
      <TextInput
        data-url
        label={t("rules.url")}
        placeholder="https://"
        {...writing.address}
        value={rule.url}
        error={fault("url")}
        onBlur={() => leave("url")}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        className="anyScript"
        label={t("rules.name")}
        description={nameHint ?? t("rules.nameHint")}
        autoComplete="off"
        value={rule.name}
        error={fault("name")}
        onBlur={() => leave("name")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {done !== undefined && (
        <div>
          <Button size="compact-sm" variant="default" onClick={done}>
            {t("edit.fold")}
          </Button>
        </div>
      )}
    </Stack>
  );
}
