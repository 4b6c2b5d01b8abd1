import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ListKind, listKinds } from "../../../contract/trash.ts";
import { api } from "../../app/client/api.ts";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";

/** As many of the latest deletions as are looked through for other kinds. */
const lookedThrough = 1_000;

/** Nothing of one kind was deleted: the trash is empty only if there is nothing of the others, too. */
export function EmptyTrash({ show }: { readonly show: (kind: ListKind) => void }) {
  const { t } = useTranslation();
  const others = useQuery({
    queryKey: ["trash", "kinds"],
    queryFn: async ({ signal }) => {
      const call = { query: { limit: lookedThrough } };
      const { records } = (await api.call("listTrash", call, signal)).data;
      return listKinds.filter((kind) => records.some((record) => record.kind === kind));
    },
  });
  if (others.isPending) return null;
  const kinds = others.data ?? [];
  if (kinds.length === 0)
    return <EmptyState title={t("trash.emptyTitle")} text={t("trash.emptyText")} />;
  return (
    <EmptyState
      title={t("trash.noneTitle")}
      text={t("trash.noneText")}
      action={kinds.map((kind) => (
        <Button key={kind} onClick={() => show(kind)}>
          {t(`kind.${kind}`)}
        </Button>
      ))}
    />
  );
}
