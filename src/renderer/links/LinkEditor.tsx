import { Button, Drawer, Loader } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useLink } from "../queries.ts";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { dropDraft, loadDraft } from "./draft.ts";
import type { Editing } from "./editing.ts";
import classes from "./LinkEditor.module.css";
import { LinkForm, type LinkFormHandle } from "./LinkForm.tsx";
import { emptyValues } from "./linkForm.ts";

/** One drawer for a new link and for the basic fields of an old one. */
export function LinkEditor({
  editing,
  close,
}: {
  readonly editing: Editing | null;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  // The drawer gives the focus back only where it has seen itself closed first.
  const isMounted = useMounted();
  const form = useRef<LinkFormHandle>(null);
  // Changes aren't thrown away by a slip: the form asks.
  const leave = () => {
    if (form.current === null) close();
    else form.current.leave();
  };
  // A link inside the form led to another screen: it doesn't stand in its way.
  const { pathname } = useLocation();
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (pathname === shownAt.current) return;
    shownAt.current = pathname;
    if (editing !== null) leave();
  });
  return (
    <Drawer
      opened={isMounted && editing !== null}
      onClose={leave}
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
      {editing?.mode === "edit" && (
        <OldLink key={editing.id} id={editing.id} form={form} close={close} />
      )}
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

/** The record is read afresh before it is shown: what was seen last may be somebody's past. */
function OldLink({
  id,
  form,
  close,
}: {
  readonly id: number;
  readonly form: React.Ref<LinkFormHandle>;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  const link = useLink(id);
  const { refetch } = link;
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    void refetch().then(({ isSuccess }) => setFresh(isSuccess));
  }, [refetch]);
  if (isFresh && link.data !== undefined)
    return (
      <LinkForm
        ref={form}
        link={link.data.details}
        readAgain={async () => (await refetch()).data?.details}
        start={null}
        close={close}
        notice={null}
      />
    );
  if (link.isError)
    return (
      <FailureNotice
        error={link.error}
        retry={() => void refetch().then(({ isSuccess }) => setFresh(isSuccess))}
      />
    );
  return <Loader aria-label={t("common.loading")} m="lg" size="sm" />;
}
