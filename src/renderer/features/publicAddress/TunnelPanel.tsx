import { Alert, Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { tunnelRemedy } from "../../../contract/messages/tunnelProblems.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { tunnelProblemText } from "../../i18n/messageText.ts";
import { Address } from "../../ui/address/Address.tsx";
import { ReachDot } from "../../ui/address/AddressReach.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import {
  openAnyDoor,
  restartTunnel,
  startTunnel,
  stopTunnel,
  useTunnelLog,
} from "./publicAddress.ts";
import type { Shared } from "./SharingScreen.tsx";
import classes from "./Sharing.module.css";
import { useSharing } from "./sharing.ts";
import { TypedCommand } from "./TypedCommand.tsx";

const dots = {
  off: "local",
  starting: "unverified",
  waiting: "unverified",
  up: "reachable",
  failed: "unreachable",
} as const;

/** The tunnel: what runs, how it is, what stands against it and the one thing that helps. */
export function TunnelPanel({ door, tunnel }: Shared) {
  const { t, format } = useI18n();
  const { isBusy, during } = useBusy();
  const sharing = useSharing();
  const { way, state, problem, address, line } = tunnel;
  if (way === null) return null;
  const remedy = problem === null ? null : tunnelRemedy(problem);
  /** With the fingerprint of a server's key where that was compared. */
  const again = async (acceptHostKey?: string) => {
    if (door.door === null) await openAnyDoor();
    await startTunnel(acceptHostKey);
  };
  return (
    <Paper component="section" p="md" withBorder aria-label={t("public.tunnel")}>
      <Stack gap="sm">
        <Title order={2}>{t(`public.ways.${way}.name`)}</Title>
        <Group component="p" role="status" gap={8}>
          <ReachDot state={dots[state]} />
          <strong>{t(`public.state.${state}`)}</strong>
          {address !== null && state === "up" && <Address of={address} />}
        </Group>
        {state === "waiting" && tunnel.nextTry !== null && (
          <Text size="sm" c="dimmed">
            {t("public.nextTry", format.counted(tunnel.tries))}
          </Text>
        )}
        {problem !== null && (
          <Alert
            color={state === "failed" ? "crimson" : "clay"}
            icon={<IconAlertTriangle size={20} aria-hidden="true" />}
          >
            <Stack gap="xs" align="start">
              <Text size="sm">{tunnelProblemText(problem, t, format)}</Text>
              {remedy === "trust" && <HostKey values={problem.values} />}
              {state !== "off" && remedy !== null && remedy !== "change" && (
                <Button
                  size="xs"
                  loading={isBusy}
                  onClick={() =>
                    void during(() =>
                      again(
                        remedy === "trust"
                          ? String(problem.values["fingerprint"] ?? "")
                          : undefined,
                      ),
                    )
                  }
                >
                  {t(`public.remedy.${remedy}`)}
                </Button>
              )}
            </Stack>
          </Alert>
        )}
        <Group gap="sm">
          {state === "off" ? (
            <Button
              variant="filled"
              loading={isBusy || sharing.isBusy}
              onClick={() => sharing.share(null)}
            >
              {t("public.start")}
            </Button>
          ) : (
            way !== "pasted" && (
              <>
                {state === "up" && (
                  <Button size="xs" onClick={() => void during(restartTunnel)}>
                    {t("public.restart")}
                  </Button>
                )}
                <Button size="xs" onClick={() => void during(stopTunnel)}>
                  {t("public.stop")}
                </Button>
              </>
            )
          )}
        </Group>
        {way !== "pasted" && <TunnelLog line={line} />}
      </Stack>
    </Paper>
  );
}

/** What the server showed, and how its owner sees whether it is the server's. */
function HostKey({ values }: { readonly values: Readonly<Record<string, string | number>> }) {
  const { t } = useTranslation();
  const kind = String(values["kind"] ?? "").toLowerCase();
  const look = `ssh-keygen -lf /etc/ssh/ssh_host_${kind}_key.pub`;
  return (
    <Stack gap={6}>
      <Code dir="ltr" fw={600}>
        {String(values["fingerprint"] ?? "")}
      </Code>
      <Text size="sm" c="dimmed">
        {t("public.hostKeyLook")}
      </Text>
      <TypedCommand command={look} label={t("common.copyNamed", { name: look })} />
    </Stack>
  );
}

function TunnelLog({ line }: { readonly line: string | null }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const log = useTunnelLog(isOpen);
  const end = useRef<HTMLPreElement>(null);
  const lines = log.data ?? [];
  const { length } = lines;
  // The newest line stands below.
  useEffect(() => {
    if (length > 0 && end.current !== null) end.current.scrollTop = end.current.scrollHeight;
  }, [length]);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("public.log")}</summary>
      {line !== null && <TypedCommand command={line} label={t("public.copyCommand")} />}
      {log.data !== undefined && length === 0 && (
        <Text size="sm" c="dimmed">
          {t("public.logEmpty")}
        </Text>
      )}
      {length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre
          ref={end}
          className={`printed ${classes.log}`}
          dir="ltr"
          tabIndex={0}
          aria-label={t("public.log")}
        >
          {lines.map(({ date, text }) => `${date.slice(11)}  ${text}`).join("\n")}
        </pre>
      )}
    </details>
  );
}
