import { ActionIcon, Loader, Popover } from "@mantine/core";
import IconCalendar from "@iconify-json/tabler/icons/calendar";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Day } from "../../i18n/days.ts";
import { keepsEscape } from "./keepsEscape.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";

const DayCalendar = lazyPart(async () => (await import("./Calendar.tsx")).DayCalendar);

/** Inside a field for a moment: the calendar that its day can be taken from. */
export function CalendarButton({
  value,
  today,
  choose,
}: {
  readonly value: Day | null;
  /** The account's day. */
  readonly today: Day | undefined;
  readonly choose: (day: Day) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      // The calendar is larger than what stands there until it has come.
      preventPositionChangeWhenVisible={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size={24}
          aria-label={t("moment.calendar")}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown onFocus={keepsEscape}>
        <Suspense fallback={<Loader size="sm" aria-label={t("common.loading")} />}>
          <DayCalendar
            label={t("moment.calendar")}
            value={value}
            today={today}
            onChoose={(day) => {
              choose(day);
              setOpen(false);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
