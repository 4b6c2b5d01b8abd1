import { Button, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import IconDownload from "@iconify-json/tabler/icons/download";
import IconMail from "@iconify-json/tabler/icons/mail";
import IconMailOpened from "@iconify-json/tabler/icons/mail-opened";
import { useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { ReceivedAnswer } from "../../../contract/resources/inbox.ts";
import { api } from "../../app/client/api.ts";
import { saveFile } from "../exchange/download.ts";
import type { BulkAction } from "../../ui/list/bulk/BulkBar.tsx";
import type { Column } from "../../ui/list/table/columns.ts";
import type { FilterField } from "../../ui/list/filters/filters.ts";
import { choiceFilter, eitherFilter } from "../../ui/list/filters/recordFilters.ts";
import { deleteAction, deleteManyAction } from "../../ui/list/recordActions.ts";
import { RecordList } from "../../ui/list/RecordList.tsx";
import { pagedSource } from "../../ui/list/recordSource.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { withChosen } from "../../ui/list/filters/withChosen.ts";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import { AnswerDialog } from "./AnswerDialog.tsx";
import classes from "./InboxScreen.module.css";
import { deleteAnswers, markAnswers, nameOfAnswer } from "./inboxSteps.ts";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { useTranslation } from "react-i18next";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { DeleteDialog } from "../../ui/edit/RemoveDialog.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";

const source = pagedSource<ReceivedAnswer>("inbox", async (query, signal) => {
  const { data } = await api.call("listInbox", { query }, signal);
  return { total: data.result, items: data.answers };
});
const idOf = ({ id }: ReceivedAnswer) => id;

interface Doomed {
  readonly ids: readonly number[];
  readonly gone: () => void;
}

/** What visitors wrote into all forms. */
export function InboxScreen() {
  const { t } = useTranslation();
  const [read, setRead] = useState<ReceivedAnswer | null>(null);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const nameOf = (answer: ReceivedAnswer) => nameOfAnswer(answer, t);
  const open = (answer: ReceivedAnswer) => {
    setRead(answer);
    if (!answer.read) void markAnswers([answer.id], true).catch(showFailure);
  };
  const columns = useInboxColumns(open);
  const filters = useInboxFilters();
  const views = useMemo(
    () => [
      { name: "all", label: t("inbox.all"), filter: {} },
      { name: "unread", label: t("inbox.unreadOnly"), filter: { read: "false" } },
    ],
    [t],
  );
  const actions: readonly RowAction<ReceivedAnswer>[] = [
    {
      name: "open",
      label: t("inbox.open"),
      named: (name) => t("inbox.openNamed", { name }),
      Icon: IconMailOpened,
      key: "E",
      inRow: true,
      run: open,
    },
    {
      name: "read",
      label: t("inbox.markRead"),
      named: (name) => t("inbox.markReadNamed", { name }),
      Icon: IconMailOpened,
      isFor: (answer) => !answer.read,
      run: ({ id }) => void markAnswers([id], true, { announces: true }).catch(showFailure),
    },
    {
      name: "unread",
      label: t("inbox.markUnread"),
      named: (name) => t("inbox.markUnreadNamed", { name }),
      Icon: IconMail,
      isFor: (answer) => answer.read,
      run: ({ id }) => void markAnswers([id], false, { announces: true }).catch(showFailure),
    },
    deleteAction(t, ({ id }) => setDoomed({ ids: [id], gone: () => setRead(null) })),
  ];
  const many = (run: (ids: readonly number[], clear: () => void) => void) =>
    withChosen(source, idOf, (ids, clear) => run(ids.map(Number), clear));
  const bulk: readonly BulkAction[] = [
    {
      name: "read",
      label: t("inbox.markRead"),
      Icon: IconMailOpened,
      run: many((ids) => void markAnswers(ids, true, { announces: true }).catch(showFailure)),
    },
    {
      name: "unread",
      label: t("inbox.markUnread"),
      Icon: IconMail,
      isRest: true,
      run: many((ids) => void markAnswers(ids, false, { announces: true }).catch(showFailure)),
    },
    deleteManyAction(
      t,
      many((ids, clear) => setDoomed({ ids, gone: clear })),
    ),
  ];
  return (
    <>
      <RecordList
        source={source}
        title={t("inbox.title")}
        count={(count, formatted) => t("inbox.count", { count, formatted })}
        searchLabel={t("inbox.search")}
        columns={columns}
        idOf={idOf}
        nameOf={nameOf}
        open={open}
        actions={actions}
        bulk={bulk}
        filters={filters}
        views={views}
        download={<Download />}
        copyOf={({ email, phone, message }) => email || phone || message}
        empty={{
          title: t("inbox.emptyTitle"),
          text: t("inbox.empty"),
          example: (
            <Button variant="filled" component={Link} to="/overlays/new">
              {t("overlays.new")}
            </Button>
          ),
        }}
      />
      {read !== null && (
        <AnswerDialog
          answer={read}
          close={() => setRead(null)}
          remove={() => setDoomed({ ids: [read.id], gone: () => setRead(null) })}
        />
      )}
      {doomed !== null && <DeleteAnswers {...doomed} close={() => setDoomed(null)} />}
    </>
  );
}

/** What the address has is what is shown. */
function Download() {
  const { t } = useTranslation();
  const { isBusy, during } = useBusy();
  const [params] = useSearchParams();
  const run = () =>
    during(async () => {
      const query = Object.fromEntries(
        ["q", "overlay", "read"].flatMap((name) => {
          const value = params.get(name);
          return value === null ? [] : [[name, value]];
        }),
      );
      saveFile(await api.download("exportInbox", { query }));
    });
  return (
    <Tooltip label={t("inbox.downloadHint")}>
      <Button
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden="true" />}
        loading={isBusy}
        onClick={() => void run()}
      >
        {t("inbox.download")}
      </Button>
    </Tooltip>
  );
}

function useInboxColumns(
  open: (answer: ReceivedAnswer) => void,
): readonly Column<ReceivedAnswer>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        name: "from",
        label: t("inbox.from"),
        track: "minmax(112px, max(176px, 20%))",
        isFixed: true,
        narrow: "first",
        cell: (answer, row) => (
          <button
            type="button"
            className={classes.from}
            data-unread={!answer.read || undefined}
            tabIndex={row.tabIndex}
            onClick={() => open(answer)}
          >
            {!answer.read && <span className="visuallyHidden">{row.t("inbox.unread")} </span>}
            <bdi data-mixed={isBidiMixed(nameOfAnswer(answer, row.t))}>
              {row.mark(nameOfAnswer(answer, row.t))}
            </bdi>
          </button>
        ),
      },
      {
        name: "message",
        label: t("inbox.message"),
        track: "minmax(160px, 3fr)",
        isFixed: true,
        narrow: "second",
        cell: ({ message, email, phone }, row) => (
          <bdi className="truncate" data-mixed={isBidiMixed(message || email || phone)}>
            {row.mark(message || email || phone)}
          </bdi>
        ),
      },
      {
        name: "form",
        label: t("inbox.form"),
        track: "minmax(96px, 1fr)",
        from: 760,
        cell: ({ form }, row) => (
          <bdi className="truncate soft" data-mixed={isBidiMixed(form)}>
            {row.mark(form)}
          </bdi>
        ),
      },
      {
        name: "link",
        label: t("inbox.link"),
        track: "minmax(152px, 1fr)",
        from: 900,
        cell: ({ link, shorturl }, row) =>
          shorturl === "" ? (
            <span className="truncate soft">{row.t("inbox.linkGone")}</span>
          ) : (
            <a
              className="quietLink soft truncate"
              href={`#/links/${link}`}
              tabIndex={row.tabIndex}
              title={readableAddress(shorturl)}
            >
              <ShortAddress of={shorturl} />
            </a>
          ),
      },
      {
        name: "date",
        label: t("inbox.received"),
        track: "104px",
        narrow: "end",
        cell: ({ date }, row) => (
          <span className="truncate soft" title={row.format.moment(date)}>
            {row.format.ago(date, row.now)}
          </span>
        ),
      },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- opening does the same at any time
    [t],
  );
}

function useInboxFilters(): readonly FilterField[] {
  const { t } = useTranslation();
  const { data: forms } = useQuery({
    queryKey: ["overlays", "forms"],
    queryFn: async ({ signal }) => {
      const query = { type: "contact", order: "name", limit: 1_000 } as const;
      return (await api.call("listOverlays", { query }, signal)).data.cta;
    },
  });
  return useMemo(
    () => [
      eitherFilter("read", t("inbox.state"), [
        { value: "false", label: t("inbox.isUnread") },
        { value: "true", label: t("inbox.isRead") },
      ]),
      choiceFilter(
        t,
        "overlay",
        t("inbox.form"),
        (forms ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      ),
    ],
    [t, forms],
  );
}

/** Asks before messages are deleted: that one thing has no way back. */
function DeleteAnswers({
  ids,
  gone,
  close,
}: {
  readonly ids: readonly number[];
  readonly gone: () => void;
  readonly close: () => void;
}) {
  const { t, format } = useI18n();
  const count = ids.length;
  const run = async () => {
    await deleteAnswers(ids).then(gone, showFailure);
    close();
  };
  return (
    <DeleteDialog title={t("inbox.deleteTitle", format.counted(count))} run={run} close={close}>
      {t("inbox.deleteAbout")}
    </DeleteDialog>
  );
}
