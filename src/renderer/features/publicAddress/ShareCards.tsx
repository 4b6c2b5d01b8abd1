import {
  Anchor,
  Button,
  Code,
  Group,
  Paper,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import IconBolt from "@iconify-json/tabler/icons/bolt";
import IconCloud from "@iconify-json/tabler/icons/cloud";
import IconServer from "@iconify-json/tabler/icons/server";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { TunnelWay } from "../../../contract/server/tunnels.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { MissingProgram, WayForm } from "./WayForm.tsx";
import { useProgramOf } from "./publicAddress.ts";
import type { Shared } from "./SharingScreen.tsx";
import { useSharing } from "./sharing.ts";

const others = ["tailscale-funnel", "pasted", "command"] as const;

const cards = [
  { way: "cloudflared-quick", Icon: IconBolt },
  { way: "cloudflared-named", Icon: IconCloud },
  { way: "ssh", Icon: IconServer },
] as const;

/** Three ways to be reached, and the rest. */
export function ShareCards({ tunnel }: Shared) {
  const { t } = useTranslation();
  const heading = useId();
  const [way, setWay] = useState<TunnelWay | null>(
    tunnel.way === "cloudflared-quick" ? null : tunnel.way,
  );
  const isOther = others.some((one) => one === way);
  return (
    <Stack component="section" gap="md" aria-labelledby={heading}>
      <Title order={2} id={heading}>
        {t("public.waysTitle")}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        {cards.map(({ way: one, Icon }) => (
          <Paper key={one} p="md" withBorder bg={one === way ? "var(--wash)" : "var(--sheet)"}>
            <Stack gap={8} h="100%">
              <Icon size={22} stroke={1.5} aria-hidden="true" />
              <Title order={3}>{t(`public.ways.${one}.name`)}</Title>
              <Text size="sm" c="dimmed" flex={1}>
                {t(`public.ways.${one}.takes`)}
              </Text>
              {one === "cloudflared-quick" ? (
                <TryNow />
              ) : (
                <Group>
                  <Button
                    aria-expanded={one === way}
                    onClick={() => setWay(one === way ? null : one)}
                  >
                    {t("public.choose")}
                  </Button>
                </Group>
              )}
            </Stack>
          </Paper>
        ))}
      </SimpleGrid>
      {way === "cloudflared-named" && (
        <Text size="sm">
          {t("public.copyInstead")}{" "}
          <Anchor component={Link} to="/settings/edge">
            {t("public.toCopy")}
          </Anchor>
        </Text>
      )}
      {(way === "ssh" || way === "cloudflared-named") && (
        <WayForm key={way} way={way} tunnel={tunnel} />
      )}
      <details open={isOther || undefined}>
        <summary>{t("public.otherWays")}</summary>
        <Stack gap="md" mt="sm">
          <Radio.Group
            aria-label={t("public.otherWays")}
            value={isOther ? way : null}
            onChange={(chosen) => setWay(others.find((one) => one === chosen) ?? null)}
          >
            <Stack gap="sm">
              {others.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`public.ways.${one}.name`)}
                  description={t(`public.ways.${one}.takes`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          {way !== null && isOther && <WayForm key={way} way={way} tunnel={tunnel} />}
        </Stack>
      </details>
    </Stack>
  );
}

/** One click where the program is there; else it is downloaded after a clear yes. */
function TryNow() {
  const { t, format } = useI18n();
  const { isBusy, tryNow } = useSharing();
  const program = useProgramOf("cloudflared-quick");
  const [isAsking, setAsking] = useState(false);
  const download = program?.path === null ? program.download : null;
  const isRunning = download?.running === true;
  if (download === null && program?.path === null)
    return <MissingProgram way="cloudflared-quick" />;
  const size = t("public.download.megabytes", {
    formatted: format.number(Math.ceil((download?.size ?? 0) / 1_000_000)),
  });
  const isAsked = download !== null && (isAsking || isRunning || download.failure !== null);
  return (
    <Stack gap={8}>
      {isAsked && (
        <Stack gap={4}>
          <Text size="sm">
            {t("public.download.ask", { size, version: `\u2066${download.version}\u2069` })}
          </Text>
          <Text size="xs" c="dimmed">
            {t("public.download.from")}
          </Text>
          <Code dir="ltr" style={{ overflowWrap: "anywhere" }}>
            {download.source}
          </Code>
          <Text size="xs" c="dimmed">
            {t("public.download.checksum")}
          </Text>
          <Code dir="ltr" style={{ overflowWrap: "anywhere" }}>
            {download.sha256}
          </Code>
        </Stack>
      )}
      {download?.failure != null && !isRunning && (
        <Text size="sm" c="var(--danger)" role="alert">
          {t(`public.download.failures.${download.failure}`)}
        </Text>
      )}
      <Group gap={8}>
        <Button
          variant="filled"
          // Whether the program is there decides what a click does.
          loading={isBusy || isRunning || program === undefined}
          onClick={() => {
            if (download === null || isAsked) tryNow(download === null);
            else setAsking(true);
          }}
        >
          {t(isAsked ? "public.download.yes" : "public.tryNow")}
        </Button>
        {isAsking && !isRunning && !isBusy && (
          <Button variant="subtle" onClick={() => setAsking(false)}>
            {t("common.cancel")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
