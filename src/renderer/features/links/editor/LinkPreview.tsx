import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/links.ts";
import type { EditorPart } from "../../../ui/edit/RecordEditor.tsx";
import type { LinkValues } from "./linkModel.ts";
import { LinkQrPreview } from "./LinkQrPreview.tsx";
import { SocialCards } from "./SocialCards.tsx";
import { VisitorsPage } from "./VisitorsPage.tsx";

/** How the link meets others: what visitors get, what messengers show, and its picture. */
export function LinkPreview({ form, details }: EditorPart<LinkValues, LinkDetails>) {
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
