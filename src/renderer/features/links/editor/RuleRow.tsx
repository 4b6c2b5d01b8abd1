import { Box, Button, Group, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import IconArrowRight from "@iconify-json/tabler/icons/arrow-right";
import IconPlus from "@iconify-json/tabler/icons/plus";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import { mostConditions } from "../../../../contract/fields/decisionFields.ts";
import { Address } from "../../../ui/address/Address.tsx";
import { writing } from "../../../ui/edit/formFields.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import { ConditionFields } from "./ConditionFields.tsx";
import type { LinkValues } from "./linkModel.ts";
import { conditionOf, type RuleValue } from "./ruleModel.ts";
import { useRuleText } from "./ruleText.ts";

type Form = RecordForm<LinkValues>;

/** A rule as a sentence, and below it, once it is opened, what it is made of. */
export function RuleRow({
  form,
  rule,
  place,
  front,
  isOpen,
  toggle,
  keep,
  change,
}: {
  readonly form: Form;
  readonly rule: RuleValue;
  readonly place: number;
  /** The rule that takes all of its visits; undefined: it can match. */
  readonly front: RuleValue | undefined;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** It stays open once somebody is in it, also when its fault is gone. */
  readonly keep: () => void;
  readonly change: (changed: Partial<RuleValue>) => void;
}) {
  const { t } = useTranslation();
  const { ruleText } = useRuleText();
  const { url, name, isOff } = rule;
  // A rule that has a fault shows where.
  const isShown = isOpen || (form.isTried && hasFault(form, rule, place));
  return (
    <>
      <UnstyledButton
        data-sentence
        w="100%"
        py={4}
        c={isOff ? "dimmed" : "inherit"}
        style={{ overflowWrap: "anywhere" }}
        aria-expanded={isShown}
        onClick={toggle}
      >
        {name !== "" && (
          <Text span inherit fw={600} display="block">
            <bdi>{name}</bdi>
          </Text>
        )}
        <span>{ruleText(rule)}</span>
        {isOff && (
          <Text span className="chip" inherit ms={6}>
            {t("rules.off")}
          </Text>
        )}
        <Leads to={url} />
      </UnstyledButton>
      {front !== undefined && (
        <Text inherit fz={12} c="var(--caution)">
          {t("rules.unreachable", { name: front.name || ruleText(front) })}
        </Text>
      )}
      {isShown && <RuleForm {...{ form, rule, place, keep, change }} done={toggle} />}
    </>
  );
}

/** "→ example.org" */
export function Leads({ to, children }: { readonly to: string; readonly children?: ReactNode }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" c="dimmed" fz={13}>
      <IconArrowRight size={14} className="mirrored" style={{ flex: "none" }} aria-hidden="true" />
      {children ?? (to.trim() === "" ? "…" : <Address of={completeAddress(to)} />)}
    </Group>
  );
}

function RuleForm({
  form,
  rule,
  place,
  keep,
  change,
  done,
}: {
  readonly form: Form;
  readonly rule: RuleValue;
  readonly place: number;
  readonly keep: () => void;
  readonly change: (changed: Partial<RuleValue>) => void;
  readonly done: () => void;
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
  const at = `rules[${place}]`;
  const fault = (part: string) =>
    form.isTried || left.has(part.split(".")[0] ?? "") ? form.fault(`${at}.${part}`) : undefined;
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
        description={t("rules.nameHint")}
        autoComplete="off"
        value={rule.name}
        error={fault("name")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div>
        <Button size="compact-sm" variant="default" onClick={done}>
          {t("edit.fold")}
        </Button>
      </div>
    </Stack>
  );
}

function hasFault(form: Form, { conditions }: RuleValue, place: number): boolean {
  const at = `rules[${place}]`;
  const parts = conditions.flatMap((_, index) =>
    ["key", "value", "value.zone"].map((part) => `${at}.conditions[${index}].${part}`),
  );
  return [`${at}.url`, `${at}.name`, ...parts].some((part) => form.fault(part) !== undefined);
}
