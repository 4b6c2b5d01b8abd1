import {
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  useComputedColorScheme,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { previewLanguages, previewLooks } from "../../../contract/resources/preview.ts";
import { api } from "../../app/client/api.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { type Draft, validPart } from "./draft.ts";
import { PreviewFrames } from "./PreviewFrames.tsx";

/** Sizes that are common among visitors, CSS pixels. */
const screens = {
  phone: { width: 390, height: 600 },
  desktop: { width: 1280, height: 800 },
} as const;

/** Milliseconds after the last key. */
const pause = 250;

export function VisitorPreview({
  draft,
  label,
}: {
  readonly draft: Draft;
  readonly label: string;
}) {
  const { t } = useTranslation();
  const { preferences } = usePreferences();
  const ownLook = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [screen, setScreen] = useState<keyof typeof screens>("phone");
  const [look, setLook] = useState<(typeof previewLooks)[number]>(ownLook);
  const [language, setLanguage] = useState<(typeof previewLanguages)[number]>(preferences.language);
  /** How often it was begun again. */
  const [run, setRun] = useState(0);
  const [sent] = useDebouncedValue(JSON.stringify(validPart(draft)), pause);
  const made = useQuery({
    queryKey: ["preview", sent, look, language, run],
    queryFn: async ({ signal }) => {
      // What this very component has written.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const body = { ...(JSON.parse(sent) as Draft), look, language };
      return (await api.call("makePreview", { body }, signal)).address;
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  /** Where the page that is shown would have led on, once it would have. */
  const [led, setLed] = useState<{ readonly from: string; readonly to: string } | null>(null);
  const isHolding = draft.page === "splash";
  const [held, setHeld] = useState<string | null>(null);
  const isHeld = held !== null && held === made.data;
  const leads = led !== null && led.from === made.data ? led.to : null;

  if (made.data === undefined && made.isError) return <QueryFailure of={made} />;
  return (
    // A phone beside the fields of an editor: a low screen moves nothing.
    <Stack component="section" aria-label={label} gap="sm" miw={0} mih={568}>
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t("visitorPreview.screen")}
          value={screen}
          onChange={setScreen}
          data={[
            { value: "phone", label: t("visitorPreview.phone") },
            { value: "desktop", label: t("visitorPreview.desktop") },
          ]}
        />
        <SegmentedControl
          size="xs"
          aria-label={t("visitorPreview.look")}
          value={look}
          onChange={setLook}
          data={previewLooks.map((one) => ({ value: one, label: t(`look.${one}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t("visitorPreview.language")}
          value={language}
          onChange={setLanguage}
          data={[...previewLanguages]}
        />
      </Group>
      <PreviewFrames
        address={made.data}
        title={label}
        size={screens[screen]}
        isPhone={screen === "phone"}
        held={held}
        onFollow={(from, to) => setLed({ from, to })}
      />
      <Group gap="sm" align="flex-start" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed" mih={30} style={{ overflowWrap: "anywhere" }} role="status">
          {leads === null ? (
            t(isHeld ? "visitorPreview.held" : "visitorPreview.note")
          ) : (
            <>
              {t("visitorPreview.leads")} <bdi dir="ltr">{readableAddress(leads)}</bdi>
            </>
          )}
        </Text>
        {isHolding && leads === null && !isHeld && (
          <Button size="xs" flex="none" onClick={() => setHeld(made.data ?? null)}>
            {t("visitorPreview.hold")}
          </Button>
        )}
        {(leads !== null || isHeld) && (
          <Button size="xs" flex="none" onClick={() => setRun(run + 1)}>
            {t("visitorPreview.again")}
          </Button>
        )}
      </Group>
      {made.isError && <QueryFailure of={made} />}
    </Stack>
  );
}
