import { Group, Text, UnstyledButton } from "@mantine/core";
import IconArrowRight from "@iconify-json/tabler/icons/arrow-right";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import { Address } from "../../../ui/address/Address.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import type { LinkValues } from "./linkModel.ts";
import { RuleForm } from "./RuleForm.tsx";
import type { RuleValue } from "./ruleModel.ts";
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
      {isShown && (
        <RuleForm
          rule={rule}
          isTried={form.isTried}
          fault={(part) => form.fault(`rules[${place}].${part}`)}
          keep={keep}
          change={change}
          done={toggle}
        />
      )}
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

function hasFault(form: Form, { conditions }: RuleValue, place: number): boolean {
  const at = `rules[${place}]`;
  const parts = conditions.flatMap((_, index) =>
    ["key", "value", "value.zone"].map((part) => `${at}.conditions[${index}].${part}`),
  );
  return [`${at}.url`, `${at}.name`, ...parts].some((part) => form.fault(part) !== undefined);
}
