import { Button, Group, Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { timestampNow } from "../../i18n/format.ts";
import { useFormat, usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { isMoment, momentTyped, typedMoment } from "../../i18n/typedMoment.ts";
import { useService } from "../../app/client/queries.ts";
import { CalendarButton } from "./CalendarButton.tsx";

interface Props {
  readonly label: string;
  /** A heading above says the label already. */
  readonly isHeaded?: boolean;
  readonly description?: string;
  /** A timestamp of the contract, "" for none, or what was typed where that is no moment. */
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
  /** A dialog begins in it. */
  readonly isFirst?: boolean;
  /** A day alone is its first second, not its last. */
  readonly isStart?: boolean;
}

/** Days that are asked for most often. */
const spans = [7, 30] as const;

/** A day and a time, typed year first in either calendar, and read back in words. */
export function MomentInput(props: Props) {
  const { label, description, value, error, onChange, isFirst = false, isHeaded = false } = props;
  const ofDay = props.isStart === true ? "00:00:00" : "23:59:59";
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const format = useFormat();
  const service = useService();
  const [text, setText] = useState(() => typedMoment(value, preferences));
  // Somebody else set the value: what was typed no longer says it.
  const isStale = (momentTyped(text, ofDay) ?? text) !== value;
  if (isStale) setText(isMoment(value) ? typedMoment(value, preferences) : value);

  // Counted from the service's last answer, which is never more than a few seconds old.
  const inDays = (days: number) =>
    timestampNow(
      service.data?.timeZone ?? "UTC",
      new Date(service.dataUpdatedAt + days * 86_400_000),
    ).replace(/\d\d$/, "00");
  return (
    <div>
      <TextInput
        label={label}
        {...(isHeaded ? { labelProps: { className: "visuallyHidden" } } : {})}
        data-autofocus={isFirst || undefined}
        description={description}
        placeholder={t("moment.example", { moment: typedMoment(inDays(30), preferences) })}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        rightSection={
          <CalendarButton
            value={isMoment(value) ? value.slice(0, 10) : null}
            today={inDays(0).slice(0, 10)}
            choose={(day) => onChange(`${day} ${isMoment(value) ? value.slice(11) : ofDay}`)}
          />
        }
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          onChange(momentTyped(typed, ofDay) ?? typed);
        }}
      />
      <Group gap="4px 12px" justify="space-between" mt={4}>
        {isMoment(value) ? (
          <Text span inherit c="dimmed" fz={12}>
            {format.momentInBoth(value)}
          </Text>
        ) : (
          <span />
        )}
        <Group component="span" gap={4} align="stretch" wrap="nowrap">
          {spans.map((days) => (
            <Button
              key={days}
              variant="subtle"
              size="compact-xs"
              onClick={() => onChange(inDays(days))}
            >
              {t("moment.inDays", format.counted(days))}
            </Button>
          ))}
        </Group>
      </Group>
    </div>
  );
}
