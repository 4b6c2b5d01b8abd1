import { ActionIcon, Box, Button, Group, Menu, Stack, Text } from "@mantine/core";
import IconArrowDown from "@iconify-json/tabler/icons/arrow-down";
import IconArrowUp from "@iconify-json/tabler/icons/arrow-up";
import IconCopy from "@iconify-json/tabler/icons/copy";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconPower from "@iconify-json/tabler/icons/power";
import IconTestPipe from "@iconify-json/tabler/icons/test-pipe";
import IconX from "@iconify-json/tabler/icons/x";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { mostRules } from "../../../../contract/fields/decisionFields.ts";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { addBodyOf } from "../../../ui/edit/recordBodies.ts";
import { TryDraft } from "../../tryLink/TryDraft.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import { moved } from "../../../ui/inputs/moveItem.ts";
import { OrderedItems } from "../../../ui/inputs/OrderedItems.tsx";
import { announce } from "../../../ui/messages/announcements.ts";
import { linkModel, type LinkValues } from "./linkModel.ts";
import {
  blankRule,
  hasValues,
  type RuleTemplate,
  rulesInFront,
  ruleTemplates,
  type RuleValue,
  templateRules,
  withRules,
} from "./ruleModel.ts";
import { Leads, RuleRow } from "./RuleRow.tsx";
import { useRuleText } from "./ruleText.ts";
import { abTest } from "./splitModel.ts";

type Form = RecordForm<LinkValues>;

/** Rules as sentences, in the order in which they are asked; everyone else gets the last row. */
export function RulesSection({
  form,
  details,
}: {
  readonly form: Form;
  readonly details: LinkDetails | null;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { ruleText } = useRuleText();
  const { rules } = form.values;
  const [openId, setOpenId] = useState<number | null>(null);
  const [isTested, setTested] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  /** Where the focus goes once it is drawn. */
  const next = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (next.current === null) return;
    const selector = next.current;
    next.current = null;
    area.current?.querySelector<HTMLElement>(selector)?.focus();
  });

  const set = (changed: readonly RuleValue[]) => form.set("rules", changed);
  const change = (id: number, changed: Partial<RuleValue>) =>
    set(rules.map((rule) => (rule.id === id ? { ...rule, ...changed } : rule)));
  const rowOf = (id: number | undefined) => `[data-item="${id ?? ""}"]`;
  const open = (id: number | undefined, part: string) => {
    setOpenId(id ?? null);
    next.current = `${rowOf(id)} [data-rule] ${part}`;
  };
  const add = () => {
    const added = withRules(rules, [blankRule()]);
    set(added);
    open(added.at(-1)?.id, "select");
  };
  const fold = (id: number) => {
    setOpenId(null);
    next.current = `${rowOf(id)} [data-sentence]`;
  };
  const remove = (place: number) => {
    const left = rules.filter((_, at) => at !== place);
    set(left);
    const neighbour = left[Math.min(place, left.length - 1)];
    next.current = neighbour === undefined ? "[data-add-rule]" : `${rowOf(neighbour.id)} button`;
  };
  const shift = (place: number, by: 1 | -1) => {
    const rule = rules[place];
    if (rule === undefined) return;
    set(moved(rules, place, place + by));
    announce(
      t("edit.moved", {
        name: nameOf(rule),
        place: format.number(place + by + 1),
        formatted: format.number(rules.length),
      }),
    );
  };
  const duplicate = (rule: RuleValue, place: number) => {
    const { id: _, ...same } = rule;
    const added = withRules(rules, [same], place + 1);
    set(added);
    announce(t("rules.duplicated", { name: nameOf(rule) }));
  };
  const take = (template: RuleTemplate) => {
    if (template === "abTest") {
      form.set("split", abTest(form.values.url));
      announce(t("rules.splitAdded"));
      next.current = "[data-add-rule]";
      return;
    }
    const added = withRules(rules, templateRules(template));
    set(added);
    open(added[rules.length]?.id, template === "launchDay" ? "input" : "[data-url]");
  };
  const nameOf = (rule: RuleValue) => rule.name || ruleText(rule);
  const fronts = rulesInFront(rules.filter(isComplete));
  const isFull = rules.length >= mostRules;
  const listFault = form.fault("rules");

  return (
    <Stack ref={area} gap="sm">
      <p className="soft">{t("rules.hint")}</p>
      {listFault !== undefined && (
        <Text inherit role="alert" c="var(--danger)">
          {listFault}
        </Text>
      )}
      <div>
        {rules.length > 0 && (
          <OrderedItems
            label={t("fields.rules")}
            items={rules}
            idOf={({ id }) => id}
            nameOf={nameOf}
            move={(from, to) => set(moved(rules, from, to))}
            renderRow={(rule, place) => (
              <RuleRow
                form={form}
                rule={rule}
                place={place}
                front={fronts.get(rule.id)}
                isOpen={openId === rule.id}
                toggle={() => (openId === rule.id ? fold(rule.id) : open(rule.id, "select"))}
                keep={() => setOpenId(rule.id)}
                change={(changed) => change(rule.id, changed)}
              />
            )}
            renderActions={(rule, place) => (
              <RuleMenu
                rule={rule}
                name={nameOf(rule)}
                isFirst={place === 0}
                isLast={place === rules.length - 1}
                isFull={isFull}
                shift={(by) => shift(place, by)}
                duplicate={() => duplicate(rule, place)}
                toggle={() => change(rule.id, { isOff: !rule.isOff })}
                remove={() => remove(place)}
              />
            )}
          />
        )}
        <Otherwise form={form} />
      </div>
      <Group gap="xs">
        <Button
          data-add-rule
          size="compact-sm"
          variant="subtle"
          disabled={isFull}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={add}
        >
          {t("rules.add")}
        </Button>
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button size="compact-sm" variant="subtle" disabled={isFull}>
              {t("rules.templates")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ruleTemplates.map((template) => (
              <Menu.Item
                key={template}
                disabled={template === "abTest" && form.values.split.variants.length > 0}
                onClick={() => take(template)}
              >
                {t(`rules.template.${template}`)}
                <Text size="xs" c="dimmed">
                  {t(`rules.templateHint.${template}`)}
                </Text>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        {rules.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconTestPipe size={14} aria-hidden="true" />}
            aria-expanded={isTested}
            onClick={() => setTested(!isTested)}
          >
            {t("rules.test")}
          </Button>
        )}
      </Group>
      {rules.length > 0 && isTested && (
        <section aria-label={t("rules.test")} aria-live="polite">
          <TryDraft link={details?.id} draft={addBodyOf(linkModel, form.values)} />
        </section>
      )}
    </Stack>
  );
}

/** Whether each of its conditions says what it compares with. */
function isComplete({ conditions }: RuleValue): boolean {
  return conditions.every(({ type, values }) => !hasValues(type) || values.length > 0);
}

function RuleMenu({
  rule,
  name,
  isFirst,
  isLast,
  isFull,
  shift,
  duplicate,
  toggle,
  remove,
}: {
  readonly rule: RuleValue;
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isFull: boolean;
  /** By so many places. */
  readonly shift: (by: 1 | -1) => void;
  readonly duplicate: () => void;
  readonly toggle: () => void;
  readonly remove: () => void;
}) {
  const { t } = useTranslation();
  const key = (arrow: string) => <kbd className="key">{`Alt ${arrow}`}</kbd>;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t("list.actionsOf", { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUp size={16} />}
          rightSection={key("↑")}
          disabled={isFirst}
          onClick={() => shift(-1)}
        >
          {t("rules.up")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          rightSection={key("↓")}
          disabled={isLast}
          onClick={() => shift(1)}
        >
          {t("rules.down")}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} disabled={isFull} onClick={duplicate}>
          {t("rules.duplicate")}
        </Menu.Item>
        <Menu.Item leftSection={<IconPower size={16} />} onClick={toggle}>
          {t(rule.isOff ? "rules.turnOn" : "rules.turnOff")}
        </Menu.Item>
        <Menu.Item leftSection={<IconX size={16} />} onClick={remove}>
          {t("rules.remove")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The last row, which always stands: where visits go that no rule takes. */
function Otherwise({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { url, split, languagetarget, geotarget, devicetarget, rules } = form.values;
  const hasTargets = languagetarget.length + geotarget.length + devicetarget.length > 0;
  const count = split.variants.length;
  return (
    <Box py={8} ps={28} style={{ borderBottom: "1px solid var(--line)" }}>
      <span>{t(rules.length === 0 ? "rules.everyone" : "rules.everyoneElse")}</span>
      {count > 0 ? (
        <Leads to={url}>{t("decides.splitInto", { count, formatted: format.number(count) })}</Leads>
      ) : (
        <Leads to={url} />
      )}
      {hasTargets && <span className="soft">{t("rules.targetsNext")}</span>}
    </Box>
  );
}
