import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type EditorPart, RecordEditor } from "../../../ui/edit/RecordEditor.tsx";
import type { Editing } from "../../../ui/edit/useEditorRoute.ts";
import { newLinkDefaults } from "../../settings/newLinkDefaults.ts";
import { LinkFields } from "./LinkFields.tsx";
import { linkModel, type LinkValues } from "./linkModel.ts";
import { ActionIcon, SegmentedControl, Tooltip } from "@mantine/core";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import { addressInSentence } from "../../../ui/address/readableAddress.ts";
import { CopyAddressButton } from "../../../ui/address/CopyButton.tsx";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { LinkQrPreview } from "./LinkQrPreview.tsx";
import { SocialCards } from "./SocialCards.tsx";
import { VisitorsPage } from "./VisitorsPage.tsx";

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

/** What is done with the link as it is kept. */
function LinkActions({ details }: { readonly details: LinkDetails }) {
  const { t } = useTranslation();
  const name = addressInSentence(details.shorturl);
  return (
    <>
      <CopyAddressButton text={details.shorturl} label={t("common.copyNamed", { name })} />
      <Tooltip label={t("common.open")}>
        <ActionIcon
          component="a"
          href={details.shorturl}
          target="_blank"
          rel="noreferrer"
          aria-label={t("common.openNamed", { name })}
        >
          <IconExternalLink size={16} className="mirrored" />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** How the link meets others: what visitors get, what messengers show, and its picture. */
function LinkPreview({ form, details }: EditorPart<LinkValues, LinkDetails>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<"visitor" | "social" | "qr">("visitor");
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t("linkEditor.previews")}
        value={shown}
        onChange={setShown}
        data={[
          { value: "visitor", label: t("linkEditor.visitorGets") },
          { value: "social", label: t("linkEditor.social") },
          { value: "qr", label: t("linkEditor.qr") },
        ]}
      />
      {shown === "visitor" && <VisitorsPage values={form.values} />}
      {shown === "social" && <SocialCards form={form} details={details} />}
      {shown === "qr" && <LinkQrPreview form={form} details={details} />}
    </>
  );
}
