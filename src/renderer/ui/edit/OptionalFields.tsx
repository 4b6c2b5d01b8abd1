import { ActionIcon, Box, Button, Group, Stack, Text } from "@mantine/core";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconX from "@iconify-json/tabler/icons/x";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isBidiMixed } from "../address/isBidiMixed.ts";
import classes from "./OptionalFields.module.css";
import type { NameOf } from "./recordModel.ts";
import type { RecordForm } from "./useRecordForm.ts";

/** Something that few records have: one line where it is in use, else behind "Add". */
export interface OptionalField<Name extends string> {
  readonly id: string;
  readonly label: string;
  /** The form's fields that it holds. */
  readonly names: readonly Name[];
  readonly isUsed: boolean;
  /** What it says, in one line. */
  readonly summary: string;
  /** What "Add" does beyond opening its fields. */
  readonly add?: () => void;
  /** Takes it off. */
  readonly clear: () => void;
  readonly fields: ReactNode;
}

const firstInput = ":is(input:not([type=hidden]), textarea, select):not([disabled])";
const firstButton = "button:not([disabled])";

export function OptionalFields<Values extends object>({
  form,
  extras,
}: {
  readonly form: RecordForm<Values>;
  readonly extras: readonly OptionalField<NameOf<Values>>[];
}) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const area = useRef<HTMLDivElement>(null);
  /** Where the focus goes once it is drawn: pressing a button takes the button away. */
  const next = useRef<{
    /** The first that finds something has it. */
    readonly selectors: readonly string[];
    /** The section around it comes into view. */
    readonly isWhole?: boolean;
  } | null>(null);
  // Before anything else is drawn: an effect of the drawing before would look for it too early.
  useLayoutEffect(() => {
    if (next.current === null) return;
    const { selectors, isWhole = false } = next.current;
    next.current = null;
    const found = selectors
      .map((selector) => area.current?.querySelector<HTMLElement>(selector))
      .find((element) => element != null);
    found?.focus({ preventScroll: isWhole });
    if (isWhole) found?.closest("[data-extra]")?.scrollIntoView({ block: "nearest" });
  });

  const isOpen = ({ id, names }: OptionalField<NameOf<Values>>) =>
    opened.has(id) || names.some((name) => form.isAtFault(name));
  const open = (id: string) => {
    setOpened(new Set([...opened, id]));
    const fields = `[data-extra="${id}"] [data-fields]`;
    next.current = {
      selectors: [`${fields} ${firstInput}`, `${fields} ${firstButton}`],
      isWhole: true,
    };
  };
  const fold = ({ id, isUsed }: OptionalField<NameOf<Values>>) => {
    setOpened(new Set([...opened].filter((other) => other !== id)));
    next.current = { selectors: [isUsed ? `[data-extra="${id}"] button` : `[data-add="${id}"]`] };
  };
  const takeOff = (extra: OptionalField<NameOf<Values>>) => {
    extra.clear();
    setOpened(new Set([...opened].filter((other) => other !== extra.id)));
    next.current = { selectors: [`[data-add="${extra.id}"]`] };
  };

  const unused = extras.filter((extra) => !extra.isUsed && !isOpen(extra));
  return (
    <Stack ref={area} gap={0}>
      {extras.map((extra) =>
        isOpen(extra) ? (
          <Section
            key={extra.id}
            extra={extra}
            fold={() => fold(extra)}
            takeOff={() => takeOff(extra)}
            keep={() => setOpened((now) => (now.has(extra.id) ? now : new Set([...now, extra.id])))}
          />
        ) : (
          extra.isUsed && (
            <Group
              key={extra.id}
              data-extra={extra.id}
              className={classes.line}
              gap="xs"
              wrap="nowrap"
            >
              <Box component="span" flex="none" fw={550}>
                {extra.label}
              </Box>
              <bdi
                className={`truncate ${classes.summary}`}
                data-mixed={isBidiMixed(extra.summary)}
              >
                {extra.summary}
              </bdi>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t("edit.changeNamed", { name: extra.label })}
                onClick={() => open(extra.id)}
              >
                {t("edit.change")}
              </Button>
              <TakeOff label={extra.label} run={() => takeOff(extra)} />
            </Group>
          )
        ),
      )}
      {unused.length > 0 && (
        <Group className={classes.add} gap="xs" role="group" aria-label={t("edit.add")}>
          <Text span inherit c="dimmed" aria-hidden="true">
            {t("edit.add")}
          </Text>
          {unused.map(({ id, label, add }) => (
            <Button
              key={id}
              data-add={id}
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden="true" />}
              onClick={() => {
                add?.();
                open(id);
              }}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function Section<Name extends string>({
  extra,
  fold,
  takeOff,
  keep,
}: {
  readonly extra: OptionalField<Name>;
  /** It stays open once somebody is in it, also when its fault is gone. */
  readonly keep: () => void;
  readonly fold: () => void;
  readonly takeOff: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Stack
      data-extra={extra.id}
      aria-labelledby={titleId}
      className={classes.section}
      component="section"
      gap="xs"
    >
      <Group gap="xs" wrap="nowrap" mih={28}>
        <Box component="h3" flex={1} id={titleId}>
          {extra.label}
        </Box>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t("edit.foldNamed", { name: extra.label })}
          onClick={fold}
        >
          {t("edit.fold")}
        </Button>
        <TakeOff label={extra.label} run={takeOff} />
      </Group>
      <Stack data-fields gap="sm" onFocus={keep}>
        {extra.fields}
      </Stack>
    </Stack>
  );
}

function TakeOff({ label, run }: { readonly label: string; readonly run: () => void }) {
  const { t } = useTranslation();
  return (
    <ActionIcon aria-label={t("edit.takeOffNamed", { name: label })} onClick={run}>
      <IconX size={14} aria-hidden="true" />
    </ActionIcon>
  );
}
