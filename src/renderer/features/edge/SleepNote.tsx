import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useEdge } from "./edge.ts";

/** What becomes of links while this computer sleeps, and how they stay on. */
export function SleepNote() {
  const { t } = useTranslation();
  const edge = useEdge().data;
  if (edge === undefined) return null;
  if (edge.printed) return <p className="soft">{t("doors.awake")}</p>;
  return (
    <p className="soft">
      {t(edge.set ? "doors.awakeElsewhere" : "doors.sleep")}{" "}
      <Link to="/settings/edge">{t("doors.keepOn")}</Link>
    </p>
  );
}
