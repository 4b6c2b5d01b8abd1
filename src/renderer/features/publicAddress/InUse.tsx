import { Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { api } from "../../app/client/api.ts";
import { useMinute } from "../../app/client/queries.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { AddressReach, ReachDot } from "../../ui/address/AddressReach.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { reachText } from "../../ui/address/reachText.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { useEdge } from "../edge/edge.ts";
import { pictureData } from "../qrCodes/qrPreview.ts";
import { useReach } from "../settings/sections/reach.ts";
import { ProofSteps } from "./ProofSteps.tsx";
import { closeDoor, prove, switchTo } from "./publicAddress.ts";
import type { Shared } from "./SharingScreen.tsx";
import { ShareCards } from "./ShareCards.tsx";
import { TunnelPanel } from "./TunnelPanel.tsx";

/** A public address that links begin with: how it is, and what can be done about it. */
export function InUse({ door, tunnel }: Shared) {
  const { t, format } = useI18n();
  const now = useMinute();
  const reach = useReach().data;
  const edge = useEdge().data;
  const { isBusy, during } = useBusy();
  const { address } = door;
  const isChecking = isBusy || (door.proof !== null && door.proof.endedAt === null);
  return (
    <>
      <Paper component="section" p="md" withBorder aria-label={t("public.standing")}>
        <Stack gap="sm">
          <Group component="p" gap={8}>
            <Text span c="dimmed">
              {t("doors.shortBase")}
            </Text>{" "}
            <Address of={address} />
            <CopyButton text={address} label={t("common.copyNamed", { name: address })} />
          </Group>
          {reach !== undefined && (
            <Group component="p" role="status" gap={8}>
              <ReachDot state={reach.state} />
              <strong>{reachText(reach, now, t, format)}</strong>
            </Group>
          )}
          <AddressReach address={address} />
          <ProofSteps door={door} address={address} />
          <Group gap="sm">
            <Button
              size="xs"
              loading={isChecking}
              disabled={door.dark}
              onClick={() => void during(() => prove(address))}
            >
              {t("public.verifyAgain")}
            </Button>
          </Group>
        </Stack>
      </Paper>
      <PhoneCode address={address} />
      <TunnelPanel door={door} tunnel={tunnel} />
      {edge?.printed === true ? (
        <Text size="sm" c="dimmed">
          {t("public.byCopy")}{" "}
          <Anchor component={Link} to="/settings/edge">
            {t("public.toCopy")}
          </Anchor>
        </Text>
      ) : (
        tunnel.way === null && (
          <Text size="sm" c="dimmed">
            {t("public.byOthers")}
          </Text>
        )
      )}
      <details>
        <summary>{t("public.changeWay")}</summary>
        <ShareCards door={door} tunnel={tunnel} />
      </details>
      <details>
        <summary>{t("public.leave")}</summary>
        <Stack gap="xs" mt="xs">
          <Text size="sm" c="dimmed">
            {t("public.leaveText")}
          </Text>
          <Group gap="sm">
            {door.door !== null && (
              <Button size="xs" disabled={door.fixed.door} onClick={() => void during(closeDoor)}>
                {t("public.closeDoor")}
              </Button>
            )}
            <Button
              size="xs"
              disabled={door.fixed.address}
              onClick={() => void during(() => switchTo({ local: true }))}
            >
              {t("public.backToOwn")}
            </Button>
          </Group>
          {(door.fixed.address || door.fixed.door) && (
            <Text size="sm" c="dimmed">
              {t("public.fixed")}
            </Text>
          )}
        </Stack>
      </details>
    </>
  );
}

/** The last proof is somebody else's phone: the address as a picture, which is kept nowhere. */
function PhoneCode({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  const drawn = useQuery({
    queryKey: ["qrPreview", "phone", address],
    queryFn: async ({ signal }) => {
      const body = { type: "text" as const, data: address };
      return (await api.call("previewQrCode", { body }, signal)).data.svg;
    },
    staleTime: Infinity,
  });
  return (
    <Paper component="section" p="md" withBorder aria-label={t("public.phone")}>
      <Group wrap="nowrap" gap="md">
        {drawn.data !== undefined && (
          <img
            src={pictureData(drawn.data)}
            alt={t("common.qrNamed", { name: readableAddress(address) })}
            width={144}
            height={144}
            style={{ borderRadius: 12 }}
          />
        )}
        <div>
          <Title order={2}>{t("public.phone")}</Title>
          <Text size="sm" c="dimmed">
            {t("public.phoneText")}
          </Text>
        </div>
      </Group>
    </Paper>
  );
}
