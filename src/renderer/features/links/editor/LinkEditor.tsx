import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type EditorPart, RecordEditor } from "../../../ui/edit/RecordEditor.tsx";
import type { Editing } from "../../../ui/edit/useEditorRoute.ts";
import { newLinkDefaults } from "../../settings/newLinkDefaults.ts";
import { LinkFields } from "./LinkFields.tsx";
import { linkModel, type LinkValues, isAlias } from "./linkModel.ts";
import { ActionIcon, SegmentedControl, Tooltip, Stack } from "@mantine/core";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import { addressInSentence } from "../../../ui/address/readableAddress.ts";
import { CopyAddressButton } from "../../../ui/address/CopyButton.tsx";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { SocialCards } from "./SocialCards.tsx";
import { VisitorsPage } from "./VisitorsPage.tsx";
import { useDebouncedValue } from "@mantine/hooks";
import { api } from "../../../app/client/api.ts";
import { Address } from "../../../ui/address/Address.tsx";
import { FailureNotice } from "../../../ui/messages/FailureNotice.tsx";
import { useBase } from "./AddressFields.tsx";
import classes from "./LinkPreview.module.css";

/** The short address as a picture; what is printed stays as long as the address does. */
function LinkQrPreview({ form, details }: EditorPart<LinkValues, LinkDetails>) {
  const { t } = useTranslation();
  const base = useBase(form, details);
  const alias = form.values.custom.trim();
  const address =
    base === undefined || alias === "" || !isAlias(alias)
      ? null
      : `${base}/${encodeURIComponent(alias)}`;
  const [debounced] = useDebouncedValue(address, 250);
  const picture = useQuery({
    queryKey: ["qr", "ofAddress", debounced],
    queryFn: async ({ signal }) =>
      (await api.call("previewQrCode", { body: { type: "text", data: debounced ?? "" } }, signal))
        .data.svg,
    enabled: debounced !== null,
    placeholderData: keepPreviousData,
  });
  if (address === null) return <p className="soft">{t("linkEditor.qrLater")}</p>;
  if (picture.isError) return <FailureNotice error={picture.error} />;
  return (
    <Stack className={classes.qr} gap="sm" align="center" style={{ overflowWrap: "anywhere" }}>
      {picture.data !== undefined && (
        <img
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.data)}`}
          alt={t("linkEditor.qrOf", { address })}
          width={240}
          height={240}
        />
      )}
      <Address of={address} />
    </Stack>
  );
}

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
