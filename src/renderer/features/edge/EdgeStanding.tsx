import { Button, Group, Stack, Text } from "@mantine/core";
import { type RefObject, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/server/edge.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useMinute } from "../../app/client/queries.ts";
import { ConfirmAsk } from "../settings/ConfirmAsk.tsx";
import classes from "../settings/Settings.module.css";
import { Address } from "../../ui/address/Address.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { CautionNote, Notice } from "../../ui/messages/Notice.tsx";
import { ReachDot } from "../../ui/address/AddressReach.tsx";
import { changeEdge } from "./edge.ts";
import { edgeRemedy } from "../../../contract/messages/edgeProblems.ts";
import { edgeProblemText } from "../../i18n/messageText.ts";
import { PlaceForm } from "./PlaceForm.tsx";
import { ServerForm } from "./ServerForm.tsx";
import { SetUpSteps } from "./SetUpEdge.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { Fact, FactList } from "../../ui/FactList.tsx";

/** How the copy stands, for a sign and a sentence. */
type Standing = "busy" | "dark" | "good" | "waiting" | "problem";

function standingOf({ problem, setUp, push, dark }: Edge): Standing {
  if (setUp?.endedAt === null) return "busy";
  if (problem !== null) return "problem";
  if (dark) return "dark";
  return push.waiting > 0 ? "waiting" : "good";
}

const dots = {
  dark: "paused",
  good: "reachable",
  waiting: "reachable",
  busy: "unverified",
  problem: "unreachable",
} as const;

/** How the copy is: what it has, what waits on either side, what stands against it and what helps. */
export function EdgeStanding({
  edge,
  top,
}: {
  readonly edge: Edge;
  readonly top: RefObject<HTMLHeadingElement | null>;
}) {
  const { t, format } = useI18n();
  const heading = useId();
  const { isBusy, during } = useBusy();
  const { problem, setUp } = edge;
  const standing = standingOf(edge);
  const isShown = setUp !== null && (setUp.endedAt === null || setUp.problem !== null);
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h2 id={heading} ref={top} tabIndex={-1}>
        {t("edge.title")}
      </h2>
      <Group role="status" component="p" gap="xs">
        <ReachDot state={dots[standing]} />
        <strong>{t(`edge.standing.${standing}`, format.counted(edge.push.waiting))}</strong>
      </Group>
      {isShown && <SetUpSteps setUp={setUp} />}
      {problem !== null && (
        <Notice kind="danger" action={<Remedy edge={edge} isBusy={isBusy} during={during} />}>
          <p>{edgeProblemText(problem, t, format)}</p>
        </Notice>
      )}
      {problem !== null && edgeRemedy(problem) === "takeOverWithToken" && (
        <PlaceForm edge={edge} takesOver={edge.name} action={t("edge.takeOver")} />
      )}
      {problem !== null && edgeRemedy(problem) === "connect" && <ServerForm edge={edge} />}
      <Facts edge={edge} />
      {edge.routes
        .filter(({ failsOpen }) => failsOpen === false)
        .map(({ host }) => (
          <CautionNote key={host}>
            {t("edge.route.isClosed", { host, name: edge.name ?? "" })}
          </CautionNote>
        ))}
      <Group gap="xs">
        <Button
          size="xs"
          loading={isBusy || edge.push.running}
          onClick={() => void during(() => changeEdge("pushEdge", {}))}
        >
          {t("edge.push")}
        </Button>
        <Button
          size="xs"
          loading={edge.drain.running}
          onClick={() => void during(() => changeEdge("drainEdge", {}))}
        >
          {t("edge.drain")}
        </Button>
        <Button
          size="xs"
          disabled={isBusy}
          onClick={() => void during(() => changeEdge("checkEdge", {}))}
        >
          {t("edge.check")}
        </Button>
      </Group>
    </section>
  );
}

function Remedy({
  edge,
  isBusy,
  during,
}: {
  readonly edge: Edge;
  readonly isBusy: boolean;
  readonly during: (work: () => Promise<void>) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const remedy = edge.problem && edgeRemedy(edge.problem);
  const takeOver = async () => {
    await during(() => changeEdge("takeOverEdge", { body: {} }));
    setConfirming(false);
  };
  // The others are forms of their own.
  if (remedy !== "again" && remedy !== "takeOver") return null;
  if (remedy === "takeOver" && isConfirming) {
    return (
      <Stack gap="xs" flex="1 1 100%">
        <ConfirmAsk
          ask={t("edge.takeOverAsk")}
          action={t("edge.takeOver")}
          isBusy={isBusy}
          confirm={() => void takeOver()}
          cancel={() => setConfirming(false)}
        />
      </Stack>
    );
  }
  return (
    <Button
      size="xs"
      loading={isBusy}
      onClick={() =>
        remedy === "again" ? void during(() => changeEdge("pushEdge", {})) : setConfirming(true)
      }
    >
      {t(remedy === "again" ? "common.retry" : "edge.takeOver")}
    </Button>
  );
}

function Facts({ edge }: { readonly edge: Edge }) {
  const { t, format } = useI18n();
  const now = useMinute();
  const { push, drain, check, worker, account } = edge;
  const isRouted = (address: string) =>
    edge.routes.some(({ host }) => host === new URL(address).host);
  const ago = (at: string | null) => (at === null ? t("edge.notYet") : format.ago(at, now));
  return (
    <FactList>
      <Fact name={t("edge.addresses")}>
        {edge.addresses.map((address) => (
          <Group key={address} component="span" gap="xs">
            <Address of={address} />
            <CopyButton text={address} label={t("common.copyNamed", { name: address })} />
            {isRouted(address) && <span className="soft">{t("edge.route.is")}</span>}
          </Group>
        ))}
      </Fact>
      {account !== null && (
        <Fact name={t("edge.account")}>
          <bdi>{account.name}</bdi>
        </Fact>
      )}
      <Fact name={t("edge.pushed")}>
        {ago(push.at)}
        {push.waiting > 0 &&
          `${t("common.comma")}${t("edge.changesWait", format.counted(push.waiting))}`}
      </Fact>
      <Fact name={t("edge.drained")}>
        {ago(drain.at)}
        {drain.waiting !== null &&
          drain.waiting > 0 &&
          `${t("common.comma")}${t("edge.clicksWait", format.counted(drain.waiting))}`}
      </Fact>
      <Fact name={t("edge.checked")}>
        {check === null
          ? t("edge.notYet")
          : `${format.ago(check.at, now)}${t("common.comma")}${
              check.differences === 0
                ? t("edge.same")
                : t("edge.differences", format.counted(check.differences))
            }`}
        {check !== null && check.unreadable > 0 && (
          <Text span inherit c="var(--danger)">
            {" "}
            {t("edge.unreadable", format.counted(check.unreadable))}
          </Text>
        )}
      </Fact>
      <Fact name={t("edge.worker")}>
        <bdi dir="ltr">{worker.version ?? "–"}</bdi>
        {worker.outdated && ` ${t("edge.outdated")}`}
      </Fact>
    </FactList>
  );
}
