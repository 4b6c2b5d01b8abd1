import { Anchor, Button, Group, Paper, Skeleton, Stack, Switch, Text, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PublicAddress } from "../../../contract/server/publicAddress.ts";
import type { Tunnel } from "../../../contract/server/tunnels.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { useEdge } from "../edge/edge.ts";
import { SleepNote } from "../edge/SleepNote.tsx";
import { InUse } from "./InUse.tsx";
import { closeDoor, goDark, usePublicAddress, useTunnel } from "./publicAddress.ts";
import { ShareCards } from "./ShareCards.tsx";
import { candidateOf, isInUse, isProved, statesOf } from "./sharing.ts";
import { SwitchBase } from "./SwitchBase.tsx";
import { TunnelPanel } from "./TunnelPanel.tsx";
import { VerifyForm } from "./VerifyForm.tsx";
import { WayPicture } from "./WayPicture.tsx";

/** What the parts of the screen know. */
export interface Shared {
  readonly door: PublicAddress;
  readonly tunnel: Tunnel;
}

/** How others come to the links of this computer: a picture of the way, and how to make it. */
export function SharingScreen() {
  const { t } = useTranslation();
  const door = usePublicAddress();
  const tunnel = useTunnel();
  const failed = [door, tunnel].find(({ isError, data }) => isError && data === undefined);
  return (
    <Stack gap="lg" maw={920}>
      <Group component="header" justify="space-between" align="baseline">
        <h1>{t("public.title")}</h1>
        <Group component="nav" gap="md" aria-label={t("public.places.label")}>
          {(["domains", "edge", "ports"] as const).map((place) => (
            <Anchor
              key={place}
              component={Link}
              to={place === "domains" ? "/domains" : `/settings/${place}`}
            >
              {t(`public.places.${place}`)}
            </Anchor>
          ))}
        </Group>
      </Group>
      {failed !== undefined ? (
        <QueryFailure of={failed} />
      ) : door.data === undefined || tunnel.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <Sharing door={door.data} tunnel={tunnel.data} />
      )}
    </Stack>
  );
}

function Sharing({ door, tunnel }: Shared) {
  const { t } = useTranslation();
  const { isBusy, during } = useBusy();
  const edge = useEdge().data;
  const isByCopy = edge?.printed === true;
  const states = statesOf(door, tunnel, isByCopy);
  const inUse = isInUse(door, tunnel);
  const candidate = candidateOf(door, tunnel);
  /** What answers already, although links don't begin with a public address yet. */
  const openPort = door.dark || inUse ? null : door.door;
  const isPausable = door.dark || inUse || isByCopy || (door.door !== null && tunnel.on);
  return (
    <>
      <Paper component="section" p="lg" withBorder aria-label={t("public.picture")}>
        <WayPicture door={door} tunnel={tunnel} states={states} />
        <Group justify="space-between" align="center" mt="md" gap="md">
          <Text role="status" fw={500}>
            {t(`public.says.${door.dark ? "dark" : sayingOf(states, inUse, openPort)}`)}
          </Text>
          {isPausable && (
            <Switch
              checked={door.dark}
              disabled={isBusy}
              label={t("public.dark")}
              description={t("public.darkText")}
              onChange={({ currentTarget: { checked } }) => void during(() => goDark(checked))}
            />
          )}
        </Group>
        {openPort !== null && (
          <Group justify="space-between" mt="sm" gap="md">
            <Text size="sm" c="dimmed">
              {t("public.portOpen", { address: readableAddress(openPort.address) })}
            </Text>
            <Button
              size="xs"
              disabled={isBusy || door.fixed.door}
              onClick={() => void during(closeDoor)}
            >
              {t("public.closeDoor")}
            </Button>
          </Group>
        )}
        {inUse && <SleepNote />}
      </Paper>
      {inUse ? (
        <InUse door={door} tunnel={tunnel} />
      ) : (
        <>
          {tunnel.state === "up" && candidate === null && (
            <VerifyForm door={door} tunnel={tunnel} />
          )}
          {candidate !== null && tunnel.state === "up" && isProved(door, candidate) && (
            <Paper component="section" p="md" withBorder>
              <Title order={2} mb="sm">
                {t("public.use")}
              </Title>
              <Stack gap="sm">
                <SwitchBase
                  key={`${candidate} ${tunnel.address}`}
                  door={door}
                  tunnel={tunnel}
                  candidate={candidate}
                />
              </Stack>
            </Paper>
          )}
          <ShareCards door={door} tunnel={tunnel} />
          {tunnel.way !== null && <TunnelPanel door={door} tunnel={tunnel} />}
        </>
      )}
    </>
  );
}

function sayingOf(
  states: ReturnType<typeof statesOf>,
  inUse: boolean,
  openPort: PublicAddress["door"],
) {
  const all = Object.values(states);
  if (states.phone === "good") return "everyone";
  if (all.includes("bad")) return "broken";
  if (all.includes("busy")) return "busy";
  return inUse ? "unverified" : openPort === null ? "here" : "portOpen";
}
