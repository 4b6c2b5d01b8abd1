import { Button, Checkbox, Group, NativeSelect, Skeleton, Table, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { jobOver, keepJob, shortWait } from "../jobs/jobs.ts";
import { Address } from "../../ui/address/Address.tsx";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { Pager } from "../../ui/navigation/Pager.tsx";
import { messageText } from "../../i18n/messageText.ts";
import { refreshEverything } from "./changes.ts";
import { kindText } from "./changeWords.ts";
import classes from "./HistoryScreen.module.css";
import { HistoryTabs } from "./HistoryTabs.tsx";
import { setDone } from "./setDone.tsx";
import { useTranslation } from "react-i18next";
import { type ListKind, listKinds } from "../../../contract/changes/trash.ts";
import { api } from "../../app/client/api.ts";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";

const perPage = 50;

/** What was deleted and can still come back. */
export function TrashScreen() {
  const { t, format } = useI18n();
  const [params, setParams] = useSearchParams();
  const kind = listKinds.find((one) => one === params.get("kind")) ?? "links";
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 100);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { isBusy, during } = useBusy();
  const trash = useQuery({
    queryKey: ["trash", kind, q, page],
    queryFn: async ({ signal }) =>
      (await api.call("listTrash", { query: { kind, q, limit: perPage, page } }, signal)).data,
    placeholderData: keepPreviousData,
  });
  const records = trash.data?.records ?? [];
  const restore = (ids: readonly number[]) =>
    during(async () => {
      const answer = await api.call("restoreFromTrash", {
        body: { kind, ids: [...ids], wait: shortWait },
      });
      keepJob(answer.job);
      const job = await jobOver(answer.job);
      setChosen(new Set());
      setDone({
        set: job.change,
        did: t("trash.restored", { what: kindText(kind, job.done, t, format) }),
        failed: job.failureCount,
        why: job.failures[0] && messageText(job.failures[0], t, format),
      });
      await refreshEverything();
    });
  const show = (next: string) => {
    setChosen(new Set());
    setPage(1);
    setParams(next === "links" ? {} : { kind: next }, { replace: true });
  };
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  return (
    <>
      <Group gap={12} align="baseline">
        <h1>{t("trash.title")}</h1>
        <span role="status" className="soft">
          {trash.data !== undefined && kindText(kind, trash.data.result, t, format)}
        </span>
      </Group>
      <HistoryTabs />
      <Group role="search" className={classes.filters} gap="8px 12px" align="flex-end">
        <TextInput
          type="search"
          className="anyScript"
          label={t("trash.search")}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        <NativeSelect
          label={t("history.kind")}
          value={kind}
          onChange={(event) => show(event.currentTarget.value)}
        >
          {listKinds.map((one) => (
            <option key={one} value={one}>
              {t(`kind.${one}`)}
            </option>
          ))}
        </NativeSelect>
        {chosen.size > 0 && (
          <Button variant="filled" loading={isBusy} onClick={() => void restore([...chosen])}>
            {t("trash.restoreChosen", { what: kindText(kind, chosen.size, t, format) })}
          </Button>
        )}
      </Group>
      {trash.isError && <QueryFailure of={trash} />}
      {trash.isPending ? (
        <Skeleton role="status" height={240} aria-label={t("common.loading")} />
      ) : records.length === 0 ? (
        !trash.isError &&
        (q === "" ? (
          <EmptyTrash show={show} />
        ) : (
          <EmptyState
            title={t("links.nothingTitle")}
            text={t("trash.nothing", { search: q })}
            action={<Button onClick={() => setTyped("")}>{t("links.clearSearch")}</Button>}
          />
        ))
      ) : (
        <>
          <Table className={classes.table ?? ""} highlightOnHover>
            <caption className="visuallyHidden">{t("trash.title")}</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("trash.name")}</Table.Th>
                <Table.Th scope="col">{t("trash.date")}</Table.Th>
                <Table.Th scope="col">
                  <span className="visuallyHidden">{t("links.actions")}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {records.map(({ id, name, shorturl, date, restorable, obstacle, ...reason }) => (
                <Table.Tr key={id}>
                  <Table.Td className={classes.what ?? ""}>
                    <Checkbox
                      checked={chosen.has(id)}
                      disabled={!restorable}
                      label={<bdi>{name}</bdi>}
                      description={
                        <>
                          {shorturl !== null && <Address of={shorturl} />}
                          {shorturl !== null && obstacle !== null && <br />}
                          {obstacle !== null && (
                            <bdi>{messageText({ ...reason, message: obstacle }, t, format)}</bdi>
                          )}
                        </>
                      }
                      onChange={(event) => toggle(id, event.currentTarget.checked)}
                    />
                  </Table.Td>
                  <Table.Td className={classes.when ?? ""}>{format.moment(date)}</Table.Td>
                  <Table.Td className={classes.end ?? ""}>
                    <Button
                      size="xs"
                      disabled={isBusy || !restorable}
                      aria-label={t("trash.restoreNamed", { name })}
                      onClick={() => void restore([id])}
                    >
                      {t("trash.restore")}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Pager page={page} pages={trash.data?.maxpage ?? 1} turn={setPage} />
        </>
      )}
    </>
  );
}

/** As many of the latest deletions as are looked through for other kinds. */
const lookedThrough = 1_000;

/** Nothing of one kind was deleted: the trash is empty only if there is nothing of the others, too. */
function EmptyTrash({ show }: { readonly show: (kind: ListKind) => void }) {
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
