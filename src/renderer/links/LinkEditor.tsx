import { Button, Drawer, Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLink } from "../queries.ts";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { dropDraft, loadDraft } from "./draft.ts";
import type { Editing } from "./editing.ts";
import classes from "./LinkEditor.module.css";
import { LinkForm } from "./LinkForm.tsx";
import { emptyValues, valuesOf } from "./linkForm.ts";
import { useState } from "react";

/** One drawer for a new link and for the basic fields of an old one. */
export function LinkEditor({
  editing,
  close,
}: {
  readonly editing: Editing | null;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={editing !== null}
      onClose={close}
      position="right"
      size={480}
      padding={0}
      title={
        <span className={classes.title}>
          {t(editing?.mode === "edit" ? "editor.editTitle" : "editor.newTitle")}
        </span>
      }
      closeButtonProps={{ "aria-label": t("common.close") }}
      classNames={{ header: classes.header ?? "", body: classes.body ?? "" }}
    >
      {editing?.mode === "new" && <NewLink close={close} />}
      {editing?.mode === "edit" && <OldLink key={editing.id} id={editing.id} close={close} />}
    </Drawer>
  );
}

function NewLink({ close }: { readonly close: () => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(loadDraft);
  const discard = () => {
    dropDraft();
    setDraft(null);
  };
  return (
    <LinkForm
      key={draft === null ? "fresh" : "draft"}
      link={null}
      start={draft ?? emptyValues}
      close={close}
      notice={
        draft !== null && (
          <div className={classes.draft}>
            <span>{t("editor.draft")}</span>
            <Button variant="subtle" size="xs" onClick={discard}>
              {t("editor.discard")}
            </Button>
          </div>
        )
      }
    />
  );
}

function OldLink({ id, close }: { readonly id: number; readonly close: () => void }) {
  const { t } = useTranslation();
  const link = useLink(id);
  // What the form began with stays, though the query goes on looking at the clicks.
  const [before, setBefore] = useState(link.data?.details);
  if (before === undefined && link.data !== undefined) setBefore(link.data.details);
  if (before !== undefined)
    return <LinkForm link={before} start={valuesOf(before)} close={close} notice={null} />;
  if (link.isError) return <FailureNotice error={link.error} retry={() => void link.refetch()} />;
  return <Loader aria-label={t("common.loading")} m="lg" size="sm" />;
}
