import { ActionIcon, Tooltip } from "@mantine/core";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../../contract/links.ts";
import { addressInSentence } from "../../../ui/address/readableAddress.ts";
import { CopyAddressButton } from "../../../ui/address/CopyButton.tsx";

/** What is done with the link as it is kept. */
export function LinkActions({ details }: { readonly details: LinkDetails }) {
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
