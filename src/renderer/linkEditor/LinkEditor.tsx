import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { RecordEditor } from "../edit/RecordEditor.tsx";
import type { Editing } from "../edit/editorPlace.ts";
import { LinkActions } from "./LinkActions.tsx";
import { LinkFields } from "./LinkFields.tsx";
import { linkModel } from "./linkModel.ts";
import { LinkPreview } from "./LinkPreview.tsx";

/** The one editor of links, which lies over whatever screen it was asked for on. */
export function LinkEditor({
  editing,
  close,
}: {
  readonly editing: Editing | null;
  readonly close: () => void;
}) {
  const { t } = useTranslation();
  // A link inside the form led to another screen: it doesn't stand in its way.
  const { pathname } = useLocation();
  const shownAt = useRef(pathname);
  useEffect(() => {
    if (pathname === shownAt.current) return;
    shownAt.current = pathname;
    if (editing !== null) close();
  });
  return (
    <RecordEditor
      model={linkModel}
      place={{ editing, close }}
      title={{
        new: t("linkEditor.newTitle"),
        edit: t("linkEditor.editTitle"),
        create: t("common.create"),
      }}
      Fields={LinkFields}
      Preview={LinkPreview}
      Actions={LinkActions}
    />
  );
}
