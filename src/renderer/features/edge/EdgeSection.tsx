import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { EdgeAtHome, EdgeLinks } from "./EdgeLinks.tsx";
import { EdgeMeter } from "./EdgeMeter.tsx";
import { EdgeStanding } from "./EdgeStanding.tsx";
import { useEdge } from "./edge.ts";
import { MoveBase } from "./MoveBase.tsx";
import { RemoveEdge } from "./RemoveEdge.tsx";
import { RenewEdge } from "./RenewEdge.tsx";
import { SetUpEdge } from "./SetUpEdge.tsx";

/** The copy at the edge that answers while this computer sleeps: made, watched and removed here. */
export function EdgeSection() {
  const { t } = useTranslation();
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
  if (data === undefined) {
    return edge.isError ? (
      <FailureNotice error={edge.error} retry={() => void edge.refetch()} />
    ) : (
      <p className="soft">{t("common.loading")}</p>
    );
  }
  if (!data.set) return <SetUpEdge edge={data} top={top} />;
  return (
    <>
      <EdgeStanding edge={data} top={top} />
      {data.problem === null && <MoveBase edge={data} />}
      {data.meter !== null && <EdgeMeter meter={data.meter} lost={data.drain.lost} />}
      <EdgeLinks counts={data.links} />
      {data.atHome.campaigns + data.atHome.pictures > 0 && <EdgeAtHome />}
      <RenewEdge edge={data} />
      <RemoveEdge edge={data} />
    </>
  );
}
