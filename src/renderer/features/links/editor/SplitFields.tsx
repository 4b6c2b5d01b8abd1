import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import IconPlus from "@iconify-json/tabler/icons/plus";
import IconX from "@iconify-json/tabler/icons/x";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { variantIds, wholeSplit } from "../../../../contract/fields/splitShares.ts";
import { useService } from "../../../app/client/queries.ts";
import { timestampNow } from "../../../i18n/format.ts";
import { useFormat, usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { latinDigits, withDigits } from "../../../i18n/typedMoment.ts";
import { writing } from "../../../ui/edit/formFields.tsx";
import type { RecordForm } from "../../../ui/edit/useRecordForm.ts";
import { MomentInput } from "../../../ui/inputs/MomentInput.tsx";
import type { LinkValues } from "./linkModel.ts";
import {
  movedShare,
  sharedEvenly,
  type SplitValue,
  type VariantValue,
  weightSum,
  withVariant,
} from "./splitModel.ts";

/** Destinations that share the visitors, each by its weight. */
export function SplitFields({ form }: { readonly form: RecordForm<LinkValues> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { digits } = usePreferences().preferences;
  const service = useService();
  const { split } = form.values;
  const { variants, ends, winner, started, restart } = split;
  const area = useRef<HTMLDivElement>(null);
  const isAdded = useRef(false);
  useLayoutEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    [...(area.current?.querySelectorAll<HTMLElement>("[data-share] input") ?? [])].at(-2)?.focus();
  });
  const set = (changed: Partial<SplitValue>) => form.set("split", { ...split, ...changed });
  const change = (place: number, changed: Partial<VariantValue>) =>
    set({
      variants: variants.map((one, at) => (at === place ? { ...one, ...changed } : one)),
    });
  const before = form.base.split;
  const former = before.variants;
  const sum = weightSum(variants);
  const isWhole = sum === wholeSplit;
  const moved = former.length > 0 && isWhole && !restart ? movedShare(former, variants) : 0;
  const now = () => timestampNow(service.data?.timeZone ?? "UTC", new Date());
  const percent = (weight: number) => format.percent(weight / wholeSplit);
  return (
    <Stack ref={area} gap="sm">
      <p className="soft">{t("split.hint")}</p>
      <Stack gap="xs" role="group" aria-label={t("split.variants")}>
        {variants.map(({ id, url, weight }, place) => {
          const letter = id.toUpperCase();
          return (
            <Group key={id} data-share gap={8} align="flex-start" wrap="nowrap">
              <Text span inherit w={20} py={7} flex="none" fw={600} ta="center" aria-hidden="true">
                {letter}
              </Text>
              <TextInput
                flex={1}
                aria-label={t("split.url", { letter })}
                placeholder="https://"
                {...writing.address}
                value={url}
                error={form.isTried ? form.fault(`split.variants[${place}].url`) : undefined}
                onChange={(event) => change(place, { url: event.currentTarget.value })}
              />
              <TextInput
                w={92}
                flex="none"
                aria-label={t("split.weight", { letter })}
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
                rightSection={<span className="soft">{t("split.percent")}</span>}
                value={withDigits(weight, digits)}
                error={form.fault(`split.variants[${place}].weight`) ?? (form.isTried && !isWhole)}
                onChange={(event) =>
                  change(place, { weight: latinDigits(event.currentTarget.value) })
                }
              />
              <ActionIcon
                mt={3}
                aria-label={t("split.remove", { letter })}
                disabled={variants.length <= 2}
                onClick={() =>
                  set({
                    variants: variants.filter((one) => one.id !== id),
                    ...(winner === id && { winner: "" }),
                  })
                }
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          );
        })}
      </Stack>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={variants.length >= variantIds.length}
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => {
              isAdded.current = true;
              set({ variants: withVariant(variants, former) });
            }}
          >
            {t("split.add")}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => set({ variants: sharedEvenly(variants) })}
          >
            {t("split.evenly")}
          </Button>
        </Group>
        <Text span inherit role="status" c={isWhole ? "dimmed" : "var(--danger)"}>
          {t(isWhole ? "split.sum" : "split.sumWrong", { sum: percent(sum) })}
        </Text>
      </Group>
      {moved > 0 && (
        <Text inherit role="status" fz={13} c="var(--caution)">
          {t("split.moved", { share: percent(moved) })}
        </Text>
      )}
      <MomentInput
        label={t("split.ends")}
        description={t("split.endsHint")}
        value={ends}
        error={form.fault("split.ends")}
        onChange={(value) => set({ ends: value })}
      />
      {ends !== "" && (
        <NativeSelect
          label={t("split.winner")}
          value={winner}
          error={form.fault("split.winner")}
          data={[
            { value: "", label: t("split.noWinner") },
            ...variants.map(({ id }) => ({
              value: id,
              label: t("split.variant", { letter: id.toUpperCase() }),
            })),
          ]}
          onChange={(event) => set({ winner: event.currentTarget.value })}
        />
      )}
      {former.length > 0 && (
        <Group gap="xs">
          {!restart && (
            <Button size="compact-sm" variant="subtle" onClick={() => set({ ends: now() })}>
              {t("split.endNow")}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() =>
              set(
                restart
                  ? {
                      restart: undefined,
                      ends: ends || before.ends,
                      winner: winner || before.winner,
                    }
                  : { restart: true, ...(ends <= now() && { ends: "", winner: "" }) },
              )
            }
          >
            {t(restart ? "split.keepTest" : "split.restart")}
          </Button>
        </Group>
      )}
      {restart ? (
        <Text inherit role="status" fz={13} c="var(--caution)">
          {t("split.restartHint")}
        </Text>
      ) : (
        started !== undefined && (
          <p className="soft">{t("split.running", { date: format.moment(started) })}</p>
        )
      )}
    </Stack>
  );
}
