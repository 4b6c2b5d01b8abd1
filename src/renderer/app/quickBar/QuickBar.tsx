import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { address } from "../../../contract/fields/fields.ts";
import { api } from "../client/api.ts";
import { ApiFailure } from "../client/client.ts";
import { newLinkDefaults } from "../../features/settings/newLinkDefaults.ts";
import { copyText, TextToTake } from "../../ui/address/clipboard.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { faultSentence } from "../../ui/messages/faultSentence.ts";
import { Blade } from "../../ui/Blade.tsx";

/**
 * A link with an alias of its own, from wherever its maker is. What the address of this page brings
 * along came from outside: it fills the form in, and nothing more.
 */
export function QuickBar() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [round, setRound] = useState(0);
  return (
    <Stack
      component="main"
      maw={640}
      mx="auto"
      px="lg"
      py={20}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
      onClickCapture={leaveToWindow}
    >
      <h1>{t("quick.title")}</h1>
      <QuickForm
        key={`${round} ${params.toString()}`}
        url={params.get("url") ?? ""}
        alias={params.get("alias") ?? ""}
        again={() => {
          setParams({}, { replace: true });
          setRound(round + 1);
        }}
      />
    </Stack>
  );
}

/** What leads to another screen leads there in the window that has them all. */
function leaveToWindow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const place = /^#(\/.*)$/.exec(link?.getAttribute("href") ?? "")?.[1];
  if (place === undefined || window.waypost === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  void window.waypost.showPlace(place);
  close();
}

function close(): void {
  void window.waypost?.closeBar();
}

type Faults = Partial<Record<"url" | "custom", string>>;

function QuickForm({
  url,
  alias,
  again,
}: {
  readonly url: string;
  readonly alias: string;
  readonly again: () => void;
}) {
  const { t } = useTranslation();
  const [typedUrl, setTypedUrl] = useState(url);
  const [typedAlias, setTypedAlias] = useState(alias);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<{ shorturl: string; isCopied: boolean } | null>(null);

  async function make(): Promise<void> {
    const target = address.safeParse(completeAddress(typedUrl));
    if (!target.success) return setFaults({ url: t("home.fault") });
    setBusy(true);
    setFaults({});
    setFailure(null);
    try {
      const { domain, expiry, channel } = await newLinkDefaults();
      const custom = typedAlias.trim();
      const { shorturl } = await api.call("addLink", {
        body: {
          url: target.data,
          ...(custom === "" ? {} : { custom }),
          ...(domain === "" ? {} : { domain }),
          ...(expiry === "" ? {} : { expiry }),
          ...(channel === null ? {} : { channel }),
        },
      });
      setMade({ shorturl, isCopied: await copyText(shorturl) });
    } catch (error) {
      const byField = faultsOf(error);
      setFaults(byField);
      if (Object.keys(byField).length === 0) setFailure(error);
    }
    setBusy(false);
  }

  function faultsOf(error: unknown): Faults {
    const found = error instanceof ApiFailure ? error.faults : [];
    const byField: Faults = {};
    for (const fault of found)
      if (fault.field === "url" || fault.field === "custom")
        byField[fault.field] = faultSentence(fault, t);
    return byField;
  }

  if (made !== null)
    return (
      <>
        <div role="status" data-testid="made">
          <Blade of={made.shorturl} size="panel" isNew />
          <Text c="dimmed" mt="xs">
            {t(made.isCopied ? "home.madeAndCopied" : "home.made")}
          </Text>
        </div>
        {!made.isCopied && <TextToTake text={made.shorturl} />}
        <Group justify="flex-end" gap="xs">
          <Button onClick={again}>{t("quick.again")}</Button>
          {window.waypost !== undefined && (
            <Button variant="filled" autoFocus onClick={close}>
              {t("quick.close")}
            </Button>
          )}
        </Group>
      </>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void make();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t("home.field")}
          placeholder={t("home.placeholder")}
          dir="ltr"
          type="url"
          autoComplete="off"
          spellCheck={false}
          autoFocus={url === ""}
          value={typedUrl}
          error={faults.url}
          onChange={(event) => setTypedUrl(event.currentTarget.value)}
        />
        <TextInput
          label={t("quick.alias")}
          description={t("quick.aliasHint")}
          inputWrapperOrder={["label", "input", "error", "description"]}
          autoComplete="off"
          spellCheck={false}
          autoFocus={url !== ""}
          value={typedAlias}
          error={faults.custom}
          onChange={(event) => setTypedAlias(event.currentTarget.value)}
        />
        {failure !== null && <FailureNotice error={failure} retry={() => void make()} />}
        <Group justify="flex-end">
          <Button type="submit" variant="filled" loading={isBusy}>
            {t("home.submit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
