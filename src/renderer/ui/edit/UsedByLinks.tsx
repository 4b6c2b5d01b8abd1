import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api } from "../../app/client/api.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";

/** How many links use a record, and the way to them; archived ones use it as well. */
export function UsedByLinks({ filter }: { readonly filter: Readonly<Record<string, string>> }) {
  const { t, format } = useI18n();
  const query = { ...filter, archived: "all" };
  const { data: count } = useQuery({
    queryKey: ["links", "using", query],
    queryFn: async ({ signal }) => {
      const { data } = await api.call("listLinks", { query: { ...query, limit: 1 } }, signal);
      return "result" in data ? data.result : 0;
    },
  });
  if (count === undefined) return null;
  if (count === 0) return <span className="soft">{t("edit.unused")}</span>;
  return (
    <Link to={`/links?${new URLSearchParams(query).toString()}`}>
      {t("edit.usedBy", format.counted(count))}
    </Link>
  );
}
