import { Box, Group, Stack } from "@mantine/core";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { mostCampaignLinks } from "../../../contract/server/edge.ts";
import { useCampaignAtHome } from "../edge/edge.ts";
import { Part } from "../../ui/edit/Part.tsx";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { CopyAddressButton } from "../../ui/address/CopyButton.tsx";
import { OpenButton, PlaceButton } from "../../app/frame/PlaceButton.tsx";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import classes from "./Campaigns.module.css";
import type { Campaign } from "./campaignModel.ts";

/** What is given to visitors of a campaign, as it is kept. */
export function CampaignAddresses({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation();
  if (campaign.rotator === false) {
    return (
      <Part title={t("campaigns.addresses")}>
        <p className="soft">{t("campaigns.notPublic")}</p>
      </Part>
    );
  }
  const rows = [
    { kind: "random", address: campaign.rotator },
    { kind: "list", address: campaign.list },
  ] as const;
  return (
    <Part title={t("campaigns.addresses")}>
      <Stack component="dl" gap="xs">
        {rows.map(({ kind, address }) => {
          const name = t(`campaigns.${kind}Of`, { name: campaign.name });
          const studio = new URLSearchParams({ type: "link", data: address, name });
          return (
            <div key={kind} className={classes.row}>
              <dt>
                {/* Without a space the letters of both would join. */}
                {t(`campaigns.${kind}`)}{" "}
                <Box component="span" ms="xs" c="dimmed">
                  {t(`campaigns.${kind}Hint`)}
                </Box>
              </dt>
              <Group component="dd" gap={4} wrap="nowrap" miw={0}>
                <ShortAddress of={address} />
                <CopyAddressButton text={address} label={t("common.copyNamed", { name })} />
                <OpenButton
                  href={address}
                  label={t("common.open")}
                  named={t("common.openNamed", { name })}
                  Icon={IconExternalLink}
                />
                <PlaceButton
                  to={`/qr/new?${studio.toString()}`}
                  label={t("campaigns.qr")}
                  named={t("campaigns.qrNamed", { name })}
                  Icon={IconQrcode}
                />
              </Group>
            </div>
          );
        })}
      </Stack>
      <NotInCopy id={campaign.id} />
    </Part>
  );
}

/** Nothing where the always-on copy has it, or where there is none. */
function NotInCopy({ id }: { readonly id: number }) {
  const { t, format } = useI18n();
  const reason = useCampaignAtHome(id);
  if (reason !== "links" && reason !== "list") return null;
  const most = format.number(mostCampaignLinks);
  return (
    <p role="status" className="soft">
      {t(`campaigns.atHome.${reason}`, { most })}{" "}
      <Link to="/settings/edge">{t("campaigns.atHome.more")}</Link>
    </p>
  );
}
