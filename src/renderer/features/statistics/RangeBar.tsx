import { ActionIcon, Button, Group, Menu, Popover, Skeleton, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import IconCalendar from "@iconify-json/tabler/icons/calendar";
import IconChevronDown from "@iconify-json/tabler/icons/chevron-down";
import IconChevronLeft from "@iconify-json/tabler/icons/chevron-left";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconChevronRight from "@iconify-json/tabler/icons/chevron-right";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Day } from "../../i18n/days.ts";
import { useShortcuts } from "../../app/frame/shortcuts.ts";
import { botChoices, comparisons, type Steering } from "./useStatisticsSearchParams.ts";
import { type Preset, presets, type Range, type Step } from "./range.ts";
import { useRangeWords } from "./rangeWords.ts";
import classes from "./StatisticsView.module.css";
import { lazyPart } from "../../i18n/lazyPart.ts";

const RangeCalendar = lazyPart(
  async () => (await import("../../ui/inputs/Calendar.tsx")).RangeCalendar,
);

export interface Shown {
  readonly range: Range;
  /** What it is called, where its days were not chosen one by one. */
  readonly preset: Preset | null;
  readonly step: Step;
  readonly steps: readonly Step[];
  readonly today: Day;
  /** The former range of the same length, and the next; null where it would begin after today. */
  readonly former: Range;
  readonly next: Range | null;
}

/** What is looked at: the days, how they are divided and compared, and who counts. */
export function RangeBar({
  steering,
  shown,
  hasVisitors,
  children,
}: {
  readonly steering: Steering;
  readonly shown: Shown;
  /** Whether visitors can be told apart over these days at all. */
  readonly hasVisitors: boolean;
  /** Further controls. */
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const words = useRangeWords();
  const { place } = steering;
  const { former, next, range, step } = shown;
  useShortcuts({
    x: () => steering.compare(place.comparison === "off" ? "before" : "off"),
  });
  return (
    <Group className={classes.bar} gap="xs" role="group" aria-label={t("statistics.shown")}>
      <div className={classes.joined} role="group" aria-label={t("statistics.range")}>
        <RangeMenu steering={steering} shown={shown} />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t("statistics.former")}
          title={words.range(former)}
          onClick={() => steering.showRange(former)}
        >
          <IconChevronLeft size={16} className="mirrored" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t("statistics.next")}
          title={next === null ? undefined : words.range(next)}
          disabled={next === null}
          onClick={() => next !== null && steering.showRange(next)}
        >
          <IconChevronRight size={16} className="mirrored" />
        </ActionIcon>
      </div>
      <span className={classes.days}>
        {[
          words.range(range),
          ...(place.counted === "visitors" ? [t("statistics.visitors")] : []),
          ...(place.bots === "out" ? [] : [t(`statistics.botsAre.${place.bots}`)]),
        ].join(" · ")}
      </span>
      {children}
      <Menu position="bottom-end" returnFocus closeOnItemClick={false}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t("statistics.options")}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={classes.options ?? ""}>
          <Choices
            label={t("statistics.comparison")}
            value={place.comparison}
            values={comparisons}
            labelOf={(one) => t(`statistics.comparisons.${one}`)}
            shortcut="X"
            choose={steering.compare}
          />
          <Choices
            label={t("statistics.counted")}
            value={place.counted}
            values={hasVisitors ? counts : ["clicks"]}
            labelOf={(one) => t(`statistics.${one}`)}
            choose={steering.count}
          />
          <Choices
            label={t("statistics.bots")}
            value={place.bots}
            values={botChoices}
            labelOf={(one) => t(`statistics.botsAre.${one}`)}
            choose={steering.withBots}
          />
          <Choices
            label={t("statistics.dividedBy")}
            value={step}
            values={shown.steps}
            labelOf={(one) => t(`statistics.steps.${one}`)}
            choose={steering.divideBy}
          />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

const counts = ["clicks", "visitors"] as const;

function RangeMenu({ steering, shown }: { readonly steering: Steering; readonly shown: Shown }) {
  const { t } = useTranslation();
  const { preset: chosenPreset } = shown;
  const isNarrow = useMediaQuery("(max-width: 800px)", false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<Partial<Range>>({});
  const open = (isIt: boolean) => {
    setOpen(isIt);
    setChosen(shown.range);
  };
  const name =
    chosenPreset === null ? t("statistics.ownRange") : t(`statistics.presets.${chosenPreset}`);
  return (
    <Popover
      opened={isOpen}
      onChange={open}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          size="xs"
          leftSection={<IconCalendar size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => open(!isOpen)}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={t("statistics.range")}
        className={classes.ranges ?? ""}
      >
        <Stack className={classes.presets} component="ul" gap={2}>
          {presets.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                className="wordButton"
                aria-pressed={chosenPreset === preset}
                data-autofocus={chosenPreset === preset || undefined}
                onClick={() => {
                  steering.showPreset(preset);
                  setOpen(false);
                }}
              >
                {t(`statistics.presets.${preset}`)}
              </button>
            </li>
          ))}
        </Stack>
        <Suspense fallback={<Skeleton width={252} height={260} />}>
          <RangeCalendar
            label={t("statistics.ownRange")}
            value={chosen}
            months={isNarrow ? 1 : 2}
            today={shown.today}
            latest={shown.today}
            onChoose={(next) => {
              setChosen(next);
              if (next.from === undefined || next.to === undefined) return;
              steering.showRange({ from: next.from, to: next.to });
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A part of a menu of which one is chosen; nothing where there is no choice. */
function Choices<Value extends string>({
  label,
  value,
  values,
  labelOf,
  choose,
  shortcut,
}: {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly labelOf: (value: Value) => string;
  readonly choose: (value: Value) => void;
  readonly shortcut?: string;
}) {
  if (values.length < 2) return null;
  return (
    <div role="group" aria-label={label}>
      <Menu.Label>
        {label} {shortcut !== undefined && <kbd className="key">{shortcut}</kbd>}
      </Menu.Label>
      <Menu.RadioGroup value={value}>
        {values.map((one) => (
          <Menu.RadioItem key={one} value={one} onChange={() => choose(one)}>
            {labelOf(one)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
