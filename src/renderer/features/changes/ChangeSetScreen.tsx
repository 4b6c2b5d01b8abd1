import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import type { ChangeSet } from "../../../contract/changes/changes.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { BackLink } from "../../ui/navigation/BackLink.tsx";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { Pending } from "../../ui/messages/FailureNotice.tsx";
import { Pager } from "../../ui/navigation/Pager.tsx";
import { AuthorName, SetState } from "./changeSetBadges.tsx";
import { changeText } from "./changeWords.ts";
import { useChangeSet } from "./changes.ts";
import { Records } from "./Records.tsx";
import { UndoPanel } from "./UndoPanel.tsx";

/** One change set: who, when, and each record before and after. */
export function ChangeSetScreen() {
  const { t } = useTranslation();
  const id = Number(useParams()["id"]);
  const [page, setPage] = useState(1);
  const change = useChangeSet(id, page);
  const isGone = change.error instanceof ApiFailure && change.error.status === 404;
  return (
    <Stack gap={16} maw={760}>
      <BackLink to="/history">{t("history.title")}</BackLink>
      {isGone ? (
        <EmptyState
          isScreen
          title={t("history.gone")}
          text={t("history.goneText")}
          action={
            <Button component={Link} to="/history">
              {t("history.title")}
            </Button>
          }
        />
      ) : change.data === undefined ? (
        <Pending of={change} height={240} />
      ) : (
        <>
          <Head key={change.data.set.id} set={change.data.set} />
          <Records records={change.data.records} label={t("history.records")} />
          <Pager page={page} pages={change.data.pages} turn={setPage} />
        </>
      )}
    </Stack>
  );
}

function Head({ set }: { readonly set: ChangeSet }) {
  const { t, format } = useI18n();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <div>
        <h1>{changeText(set, t, format)}</h1>
        <Group gap="8px 24px" c="dimmed">
          <AuthorName author={set.by} named={set.key} />
          <span>{format.moment(set.date)}</span>
          <span>{t("history.number", { number: format.number(set.id) })}</span>
          <SetState set={set} />
        </Group>
      </div>
      {set.state === "interrupted" && <p>{t("history.interruptedText")}</p>}
      {set.state === "partial" && <p>{t("failure.kinds.partial")}</p>}
      <Group gap={8}>
        {set.undone === null && set.undoable && !isConfirming && (
          <Button onClick={() => setConfirming(true)}>
            {t(set.undoes === null ? "history.undo" : "history.redo")}
          </Button>
        )}
        {set.undone !== null && (
          <Button component={Link} to={`/history/${set.undone}`}>
            {t("history.showUndo")}
          </Button>
        )}
        {set.undoes !== null && (
          <Button component={Link} to={`/history/${set.undoes}`}>
            {t("history.showUndone")}
          </Button>
        )}
      </Group>
      {isConfirming && <UndoPanel set={set} close={() => setConfirming(false)} />}
    </>
  );
}
