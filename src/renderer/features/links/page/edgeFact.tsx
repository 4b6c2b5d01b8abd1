import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useEdgeLink } from "../../edge/edge.ts";

/** Where a link stands, where there is a copy at the edge; nothing where there is none. */
export function useEdgeFact(id: number) {
  const { t } = useTranslation();
  const found = useEdgeLink(id).data;
  if (found === undefined || found === null) return null;
  const { state, reason } = found;
  return (
    <>
      {t(`link.edge.${reason ?? state}`)} <Link to="/settings/edge">{t("link.edge.more")}</Link>
    </>
  );
}
