import { Button } from "@mantine/core";
import IconAlertTriangle from "@iconify-json/tabler/icons/alert-triangle";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Tunnel } from "../../../contract/server/tunnels.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import notice from "../../ui/messages/Notice.module.css";
import { ReachDot } from "../../ui/address/AddressReach.tsx";
import { type TunnelRemedy, tunnelRemedy } from "../../../contract/messages/tunnelProblems.ts";
import { tunnelProblemText } from "../../i18n/messageText.ts";
import type { StepPart } from "./steps.ts";
import { openDoor, restartTunnel, startTunnel, stopTunnel, useTunnelLog } from "./publicAddress.ts";
import classes from "./PublicAddressScreen.module.css";
import { useBusy } from "../../ui/messages/useBusy.ts";

const dots = {
  off: "local",
  starting: "unproved",
  waiting: "unproved",
  up: "answering",
  failed: "silent",
} as const;

/** The tunnel: what runs, how it is, what stands against it and the one thing that helps. */
export function TunnelPanel({
  door,
  tunnel,
  change,
}: Pick<StepPart, "door" | "tunnel"> & {
  /** To where it is set. */
  readonly change: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { isBusy, during } = useBusy();
  const { way, state, problem, address, line } = tunnel;
  /** With the fingerprint of a server's key where that was compared. */
  const start = async (acceptHostKey?: string) => {
    if (door.door === null) await openDoor("");
    await startTunnel(acceptHostKey);
  };
  if (way === null) return null;
  const isOff = state === "off";
  return (
    <section className={classes.panel} aria-label={t("public.tunnel")}>
      <h3>{t(`public.ways.${way}.name`)}</h3>
      {line !== null && (
        <div className={classes.command}>
          <code dir="ltr">{line}</code>
          <CopyButton text={line} label={t("public.copyCommand")} />
        </div>
      )}
      <p role="status" className={classes.line}>
        <ReachDot state={dots[state]} />
        <strong>{t(`public.state.${state}`)}</strong>
        {address !== null && state === "up" && <Address of={address} />}
      </p>
      {state === "waiting" && tunnel.nextTry !== null && (
        <p className="soft">
          {t("public.nextTry", { count: tunnel.tries, formatted: format.number(tunnel.tries) })}
        </p>
      )}
      {problem !== null && (
        <div className={notice.notice} data-kind={state === "failed" ? "danger" : "caution"}>
          <IconAlertTriangle size={20} className={notice.icon} aria-hidden="true" />
          <div className={notice.words}>
            <p>{tunnelProblemText(problem, t, format)}</p>
            {tunnelRemedy(problem) === "trust" && <HostKey values={problem.values} />}
          </div>
          {!isOff && (
            <Button
              size="xs"
              loading={isBusy}
              onClick={() => void during(() => remedied(tunnelRemedy(problem), problem))}
            >
              {t(`public.remedy.${tunnelRemedy(problem)}`)}
            </Button>
          )}
        </div>
      )}
      <div className={classes.actions}>
        {isOff ? (
          <Button variant="filled" loading={isBusy} onClick={() => void during(() => start())}>
            {t(way === "pasted" ? "public.useAddress" : "public.start")}
          </Button>
        ) : (
          <>
            {state === "up" && way !== "pasted" && (
              <Button size="xs" onClick={() => void during(restartTunnel)}>
                {t("public.restart")}
              </Button>
            )}
            {way !== "pasted" && (
              <Button size="xs" onClick={() => void during(stopTunnel)}>
                {t("public.stop")}
              </Button>
            )}
          </>
        )}
      </div>
      {way !== "pasted" && <TunnelLog />}
    </section>
  );

  async function remedied(
    remedy: TunnelRemedy,
    { values }: NonNullable<Tunnel["problem"]>,
  ): Promise<void> {
    switch (remedy) {
      case "change":
        change();
        return;
      case "trust":
        await start(String(values["fingerprint"] ?? ""));
        return;
      case "again":
      case "door":
        await start();
    }
  }
}

/** What the server showed, and how its owner sees whether it is the server's. */
function HostKey({ values }: { readonly values: Readonly<Record<string, string | number>> }) {
  const { t } = useTranslation();
  const kind = String(values["kind"] ?? "").toLowerCase();
  const look = `ssh-keygen -lf /etc/ssh/ssh_host_${kind}_key.pub`;
  return (
    <div className={classes.hostKey}>
      <p className={classes.fingerprint} dir="ltr">
        {String(values["fingerprint"] ?? "")}
      </p>
      <p className="soft">{t("public.hostKeyLook")}</p>
      <div className={classes.command}>
        <code dir="ltr">{look}</code>
        <CopyButton text={look} label={t("common.copyNamed", { name: look })} />
      </div>
    </div>
  );
}

function TunnelLog() {
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
      {log.data !== undefined && length === 0 && <p className="soft">{t("public.logEmpty")}</p>}
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
