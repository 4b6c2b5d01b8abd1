import { Alert, Button, Checkbox, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PublicAddress } from "../../../contract/server/publicAddress.ts";
import { isForTrial, isUnsure } from "../../../contract/fields/temporaryAddress.ts";
import type { Tunnel } from "../../../contract/server/tunnels.ts";
import { api } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { addressInSentence } from "../../ui/address/readableAddress.ts";
import { Address } from "../../ui/address/Address.tsx";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { switchTo } from "./publicAddress.ts";
import classes from "./Sharing.module.css";
import { useBusy } from "../../ui/messages/useBusy.ts";

const someProxies = "10.0.0.2, 2001:db8::/64";

type Given = Pick<PublicAddress, "provider">["provider"];

const worksColors = {
  yes: "var(--good)",
  no: "var(--danger)",
  here: "var(--caution)",
} as const;

/** Links begin with another address from then on: what was given out before is said first. */
export function SwitchBase({
  door,
  tunnel,
  candidate,
}: {
  readonly door: PublicAddress;
  /** That brings visitors through the public door; null: something else answers there. */
  readonly tunnel: Tunnel | null;
  readonly candidate: string;
}) {
  const { t, format } = useI18n();
  const [provider, setProvider] = useState<Given>(
    tunnel === null || tunnel.provider === "none" ? door.provider : tunnel.provider,
  );
  const [proxies, setProxies] = useState(door.proxies);
  const [fault, setFault] = useState<string | null>(null);
  const isUncertain = tunnel !== null && isUnsure(candidate, tunnel);
  const [isPassing, setPassing] = useState(isUncertain);
  const { isBusy, during } = useBusy();
  const given = useQuery({
    queryKey: ["publicAddress", "given", door.address, candidate],
    queryFn: async ({ signal }) =>
      (await api.call("previewPublicAddress", { body: { address: candidate } }, signal)).data,
    staleTime: 0,
  });
  const temporary = isUncertain ? isPassing : tunnel !== null && isForTrial(candidate, tunnel);
  const hasProxies = tunnel !== null && provider !== "none" && !door.fixed.provider;
  const name = addressInSentence(candidate);

  const use = () =>
    during(
      () =>
        switchTo({
          address: candidate,
          temporary,
          ...(door.fixed.provider || tunnel === null ? {} : { provider }),
          ...(hasProxies && proxies.trim() !== door.proxies && { proxies: proxies.trim() }),
        }),
      (error) => {
        const isProxies =
          error instanceof ApiFailure && error.faults.some(({ field }) => field === "proxies");
        if (isProxies) setFault(t("public.mustBe.proxies"));
        else showFailure(error);
      },
    );

  if (given.isError || given.data === undefined) return <Pending of={given} />;
  const { links, qrCodes, bioPages, bases, unasked } = given.data;
  const counted = (["links", "qrCodes", "bioPages"] as const)
    .map((kind) => [kind, { links, qrCodes, bioPages }[kind]] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => t(`public.given.${kind}`, format.counted(count)));
  return (
    <>
      <p>
        {counted.length === 0
          ? t("public.given.none", { address: addressInSentence(door.address) })
          : t("public.given.under", {
              what: listed(counted, t("common.comma"), t("public.and")),
              address: addressInSentence(door.address),
            })}
      </p>
      <Stack
        className={classes.bases}
        component="ul"
        gap={0}
        bd="1px solid var(--line)"
        bdrs="md"
        bg="var(--sheet)"
      >
        {bases.map(({ address, works, message }) => (
          <li key={address} title={message ?? undefined}>
            <Address of={address} />
            <span style={{ color: worksColors[works] }}>{t(`public.works.${works}`)}</span>
          </li>
        ))}
      </Stack>
      {unasked > 0 && <p className="soft">{t("public.unasked", format.counted(unasked))}</p>}
      {tunnel !== null && (
        <NativeSelect
          maw={400}
          label={t("public.provider")}
          description={t("public.providerText")}
          disabled={door.fixed.provider}
          value={provider}
          data={(["none", "cloudflare", "forwarded"] as const).map((value) => ({
            value,
            label: t(`public.providers.${value}`),
          }))}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            setProvider(chosen === "cloudflare" || chosen === "forwarded" ? chosen : "none");
          }}
        />
      )}
      {hasProxies && (
        <TextInput
          label={t("public.fields.proxies")}
          labelProps={{ dir: "auto" }}
          description={t("public.about.proxies")}
          dir="ltr"
          placeholder={someProxies}
          value={proxies}
          error={fault}
          onChange={(event) => {
            setFault(null);
            setProxies(event.currentTarget.value);
          }}
        />
      )}
      {isUncertain && (
        <Checkbox
          label={t("public.passing")}
          description={t("public.passingText")}
          checked={isPassing}
          onChange={(event) => setPassing(event.currentTarget.checked)}
        />
      )}
      {temporary && (
        <Alert color="clay" icon={<IconHourglass size={20} aria-hidden="true" />}>
          {t("public.temporaryText")}
        </Alert>
      )}
      {door.fixed.address && (
        <Text inherit c="var(--danger)" fz={13}>
          {t("public.fixedAddress")}
        </Text>
      )}
      <div>
        <Button
          variant="filled"
          loading={isBusy}
          disabled={door.fixed.address}
          onClick={() => void use()}
        >
          {t("public.switch", { address: name })}
        </Button>
      </div>
    </>
  );
}

/** "48 links, 6 QR codes and 1 page". */
function listed(parts: readonly string[], comma: string, and: string): string {
  return parts.length < 2
    ? parts.join("")
    : `${parts.slice(0, -1).join(comma)}${and}${parts.at(-1) ?? ""}`;
}
