import { Suspense, useEffect, useMemo, useState } from "react";
import { Outlet, useNavigate } from "react-router";
import type { Editing } from "../../ui/edit/useEditorRoute.ts";
import { EditorContext } from "../../features/links/editorContext.ts";
import { PasteAnywhere } from "../../features/links/PasteAnywhere.tsx";
import { DropAnywhere } from "../../features/exchange/DropAnywhere.tsx";
import { lazyPart, loadAhead, partAhead } from "../../i18n/lazyPart.ts";
import { fetchRows } from "../client/operationRows.ts";
import { useService } from "../client/queries.ts";
import { useTagColors } from "../../features/tags/tagColors.ts";
import { useAnnouncement } from "../../ui/messages/announcements.ts";
import { arriveByKey, useArrival } from "./announceScreen.ts";
import { QueryFailure } from "../../ui/messages/FailureNotice.tsx";
import { focusContent, useFocusRestore } from "./focusRestore.ts";
import { useLeaveBlocker } from "./leaveGuard.ts";
import { Navigation } from "./Navigation.tsx";
import classes from "./Shell.module.css";
import { places } from "../screens.ts";
import { useDialogsFirst, useFoundSearches, useLetters, useShortcuts } from "./shortcuts.ts";
import { takeBackLast } from "../../ui/messages/undo.ts";
import IconHourglass from "@iconify-json/tabler/icons/hourglass";
import { useTranslation } from "react-i18next";
import { Notice } from "../../ui/messages/Notice.tsx";

const LinkEditor = lazyPart(
  async () => (await import("../../features/links/editor/LinkEditor.tsx")).LinkEditor,
);

const ShortcutSheet = lazyPart(async () => (await import("./ShortcutSheet.tsx")).ShortcutSheet);

const Palette = partAhead(async () => (await import("../palette/Palette.tsx")).Palette);

/** Milliseconds after the first answer in which the first screen has the line for itself. */
const editorDelay = 3_000;

export function Shell() {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [isEditorDue, setEditorDue] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [palette, setPalette] = useState<"unasked" | "open" | "closed">("unasked");
  const navigate = useNavigate();
  const service = useService();
  const isSlow = useIsSlow(service.isFetching, service.dataUpdatedAt);
  const announcement = useAnnouncement();
  const editor = useMemo(() => {
    const open = (next: Editing) => {
      setEditorDue(true);
      setEditing(next);
    };
    return {
      openNew: () => open({ mode: "new" }),
      openEdit: (id: number) => open({ mode: "edit", id }),
    };
  }, []);
  const { isSuccess } = service;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => {
      setEditorDue(true);
      void loadAhead();
      void fetchRows().catch(() => undefined);
    }, editorDelay);
    return () => clearTimeout(timer);
  }, [isSuccess]);

  useTagColors();
  useArrival();
  useFocusRestore();
  useDialogsFirst();
  useLeaveBlocker();
  const goTo = (to: string) => {
    arriveByKey();
    void navigate(to);
  };

  useFoundSearches();
  useShortcuts({
    c: editor.openNew,
    "/": () => {
      // At once where the field is there: the next key belongs to it already.
      const field = document.querySelector<HTMLInputElement>('#content input[type="search"]');
      if (field === null) void navigate("/links", { state: { search: true } });
      else field.select();
    },
    "?": () => setSheetOpen(true),
    "mod+k": () => setPalette("open"),
    "mod+z": () => void takeBackLast(),
  });

  useLetters(
    "g",
    Object.fromEntries(
      places.flatMap(({ letter, to }) => (letter === null ? [] : [[letter, () => goTo(to)]])),
    ),
  );

  return (
    <EditorContext value={editor}>
      <div className={classes.shell}>
        <a href="#content" className={classes.skip} onClick={skip}>
          {t("app.skip")}
        </a>
        <Navigation
          openShortcuts={() => setSheetOpen(true)}
          openPalette={() => setPalette("open")}
        />
        <main id="content" tabIndex={-1} className={classes.main}>
          {service.isError && <QueryFailure of={service} />}
          {isSlow && <SlowNotice />}
          <Outlet />
        </main>
        <div role="status" aria-live="polite" className="visuallyHidden">
          {announcement}
        </div>
      </div>
      <Suspense>
        {isEditorDue && <LinkEditor editing={editing} close={() => setEditing(null)} />}
      </Suspense>
      <DropAnywhere />
      <PasteAnywhere />
      <Suspense>
        {palette !== "unasked" && (
          <Palette
            isOpen={palette === "open"}
            close={() => setPalette("closed")}
            openShortcuts={() => setSheetOpen(true)}
          />
        )}
      </Suspense>
      <Suspense>
        {(isEditorDue || isSheetOpen) && (
          <ShortcutSheet isOpen={isSheetOpen} close={() => setSheetOpen(false)} />
        )}
      </Suspense>
    </EditorContext>
  );
}

/** The fragment belongs to the router, so the skip link moves the focus by itself. */
function skip(event: React.MouseEvent): void {
  event.preventDefault();
  focusContent();
}

/** Milliseconds without an answer from which its reader is told. */
const patience = 4_000;

/** Whether an answer is waited for that long; `answeredAt` changes with each answer. */
function useIsSlow(isWaiting: boolean, answeredAt: number): boolean {
  const [slowSince, setSlowSince] = useState<number | null>(null);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSlowSince(answeredAt), patience);
    return () => clearTimeout(timer);
  }, [isWaiting, answeredAt]);
  return isWaiting && slowSince === answeredAt;
}

function SlowNotice() {
  const { t } = useTranslation();
  return (
    <Notice role="status" kind="caution" Icon={IconHourglass}>
      <strong>{t("failure.slowTitle")}</strong>
      <p>{t("failure.slow")}</p>
    </Notice>
  );
}
