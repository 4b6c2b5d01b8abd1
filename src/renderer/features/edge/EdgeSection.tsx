import { useEffect, useId, useRef, useState } from "react";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { EdgeAtHome, EdgeLinks } from "./EdgeLinks.tsx";
import { EdgeBrowsers } from "./EdgeBrowsers.tsx";
import { EdgeStanding } from "./EdgeStanding.tsx";
import { changeEdge, edgeScript, useEdge } from "./edge.ts";
import { SetUpEdge } from "./SetUpEdge.tsx";
import { Button, Group, NativeSelect, Checkbox } from "@mantine/core";
import { usePublicAddress } from "../publicAddress/publicAddress.ts";
import { SwitchBase } from "../publicAddress/SwitchBase.tsx";
import { addressInSentence, readableAddress } from "../../ui/address/readableAddress.ts";
import classes from "../settings/Settings.module.css";
import { saveFile } from "../exchange/download.ts";
import { CautionNote } from "../../ui/messages/Notice.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { PlaceForm } from "./PlaceForm.tsx";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/server/edge.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { ProgressBar } from "../jobs/ProgressBar.tsx";
import { ConfirmPanel } from "../settings/ConfirmPanel.tsx";
import { SecretField } from "../../ui/inputs/SecretField.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";

/** What visitors left is fetched, then nothing stays there. */
function RemoveEdge({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const [token, setToken] = useState("");
  const [isForgotten, setForgotten] = useState(false);
  const { isBusy, during } = useBusy();
  const isAtServer = edge.place === "server";
  const remove = () =>
    during(() =>
      changeEdge("removeEdge", {
        body: {
          ...(token.trim() !== "" && { token: token.trim() }),
          ...(isForgotten && { forget: true }),
        },
      }),
    );
  return (
    <ConfirmPanel
      title={t("edge.remove")}
      text={t(isAtServer ? "edge.server.removeText" : "edge.removeText")}
      ask={t(edge.printed ? "edge.removeAskPrinted" : "edge.removeAsk")}
      action={t("edge.removeNow")}
      isBusy={isBusy || edge.setUp?.endedAt === null}
      run={remove}
    >
      {!isAtServer && (
        <SecretField
          label={t("edge.token.label")}
          description={
            edge.routes.length === 0
              ? t("edge.removeToken")
              : t("edge.route.remove", {
                  hosts: edge.routes.map(({ host }) => host).join(t("common.comma")),
                })
          }
          showLabel={t("public.showToken")}
          value={token}
          type={setToken}
        />
      )}
      {edge.problem !== null && (
        <Checkbox
          checked={isForgotten}
          label={t("edge.forget")}
          description={t("edge.forgetText")}
          onChange={(event) => setForgotten(event.currentTarget.checked)}
        />
      )}
    </ConfirmPanel>
  );
}

/** The copy at the edge that answers while this computer sleeps: made, watched and removed here. */
export function EdgeSection() {
  const { t, format } = useI18n();
  const edge = useEdge();
  const { data } = edge;
  const top = useRef<HTMLHeadingElement>(null);
  const isSet = data?.set;
  const wasSet = useRef(isSet);
  useEffect(() => {
    // The form that led here is gone, and the focus with it.
    if (wasSet.current !== undefined && wasSet.current !== isSet) top.current?.focus();
    wasSet.current = isSet;
  }, [isSet]);
  if (data === undefined) return <Pending of={edge} />;
  if (!data.set) return <SetUpEdge edge={data} top={top} />;
  return (
    <>
      <EdgeStanding edge={data} top={top} />
      {data.problem === null && <MoveBase edge={data} />}
      {data.meter !== null && <EdgeMeter meter={data.meter} />}
      {data.drain.lost > 0 && (
        <CautionNote>{t("edge.lost", format.counted(data.drain.lost))}</CautionNote>
      )}
      <EdgeLinks counts={data.links} />
      <EdgeBrowsers edge={data} />
      {data.atHome.campaigns + data.atHome.pictures > 0 && <EdgeAtHome />}
      {data.place === "cloudflare" && <RenewEdge edge={data} />}
      {data.place === "server" && <p className="soft">{t("edge.server.update")}</p>}
      <RemoveEdge edge={data} />
    </>
  );
}

/** Links begin with the copy's address only when their owner says so. */
function MoveBase({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const heading = useId();
  const door = usePublicAddress();
  const [chosen, setChosen] = useState<string | null>(null);
  const { addresses } = edge;
  // What is one's own lasts longest.
  const candidate = chosen ?? addresses.at(-1);
  if (candidate === undefined || door.data === undefined) return null;
  if (edge.printed) {
    return (
      <p className="soft">{t("edge.base.is", { address: addressInSentence(door.data.address) })}</p>
    );
  }
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.base.title")}</h3>
      <p>{t("edge.base.text", { address: addressInSentence(door.data.address) })}</p>
      {addresses.length > 1 && (
        <NativeSelect
          label={t("edge.base.choose")}
          dir="ltr"
          value={candidate}
          data={addresses.map((address) => ({ value: address, label: readableAddress(address) }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <SwitchBase key={candidate} door={door.data} tunnel={null} candidate={candidate} />
    </section>
  );
}

/** A new Worker in the place of the one that is there, with other names by choice. */
function RenewEdge({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const heading = useId();
  const { setUp } = edge;
  // A token that has done its work is forgotten here, too.
  const doneAt = setUp?.problem === null ? setUp.endedAt : null;
  // That one needs another token, and an answer of its owner.
  const asked = setUp?.problem?.code === "domainRecord" ? "record" : null;
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.renew")}</h3>
      <p className="soft">{t(edge.worker.outdated ? "edge.renewNeeded" : "edge.renewText")}</p>
      <details open={edge.worker.outdated || asked !== null || undefined}>
        <summary>{t("edge.renewWith")}</summary>
        <PlaceForm key={doneAt ?? asked} edge={edge} takesOver={null} action={t("edge.renewNow")} />
      </details>
      <Group gap="xs">
        <Button
          size="xs"
          onClick={() =>
            void edgeScript()
              .then(saveFile)
              .catch((error: unknown) => showFailure(error))
          }
        >
          {t("edge.script")}
        </Button>
        <span className="soft">{t("edge.scriptText")}</span>
      </Group>
    </section>
  );
}

/** What the free plan of a day has come to, and where it leads. */
function EdgeMeter({
  meter: { written, limit, forecast, warns, left },
}: {
  readonly meter: NonNullable<Edge["meter"]>;
}) {
  const { t, format } = useI18n();
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <h3 id={heading}>{t("edge.meter.title")}</h3>
      <ProgressBar
        name={t("edge.meter.rows")}
        valueText={t("edge.meter.of", {
          written: format.number(written),
          limit: format.number(limit),
        })}
        done={Math.min(written, limit)}
        total={limit}
      />
      {warns ? (
        <CautionNote role="status">
          {t("edge.meter.warns", { forecast: format.number(forecast) })}
        </CautionNote>
      ) : (
        <p className="soft">{t("edge.meter.forecast", { forecast: format.number(forecast) })}</p>
      )}
      <p className="soft">
        {t("edge.meter.left", format.counted(left))} {t("edge.meter.text")}
      </p>
    </section>
  );
}
