import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { RecordEditor } from "../../../ui/edit/RecordEditor.tsx";
import type { Editing } from "../../../ui/edit/useEditorRoute.ts";
import { newLinkDefaults } from "../../settings/newLinkDefaults.ts";
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
  const { data, isPending } = useQuery({
    queryKey: ["settings", "newLink"],
    queryFn: newLinkDefaults,
    staleTime: 0,
  });
  const defaults = data && {
    domain: data.domain,
    expiry: data.expiry,
    channels: data.channel === null ? [] : [data.channel],
  };
  return (
    <RecordEditor
      model={linkModel}
      place={{ editing: editing?.mode === "new" && isPending ? null : editing, close }}
      defaults={defaults}
      title={{
        new: t("linkEditor.newTitle"),
        edit: t("linkEditor.editTitle"),
        create: t("linkEditor.create"),
      }}
      Fields={LinkFields}
      Preview={LinkPreview}
      Actions={LinkActions}
    />
  );
}
