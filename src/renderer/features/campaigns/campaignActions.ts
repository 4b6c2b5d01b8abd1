import IconArrowsShuffle from "@iconify-json/tabler/icons/arrows-shuffle";
import IconList from "@iconify-json/tabler/icons/list";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
import { useCopyAddress } from "../../ui/address/clipboard.tsx";
import { linksAction, statisticsAction } from "../../ui/list/recordActions.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import type { Campaign } from "./campaignModel.ts";

/** Where visitors may have its addresses, deleting it is asked first. */
export function campaignRemoval(t: TFunction) {
  return {
    dependsOn: ({ public: isPublic, links }: Campaign) =>
      isPublic ? [t("campaigns.depends", { count: links })] : [],
    remove: (id: number) => api.call("deleteCampaign", { params: { id } }),
  };
}

/** What is done with a campaign, besides editing and deleting it. */
export function useCampaignActions(): readonly RowAction<Campaign>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { copyAddress } = useCopyAddress();
  return useMemo<readonly RowAction<Campaign>[]>(
    () => [
      linksAction(t, navigate, ({ id }) => ({ campaign: String(id) })),
      {
        name: "random",
        label: t("campaigns.copyRandom"),
        named: (name) => t("common.copyNamed", { name: t("campaigns.randomOf", { name }) }),
        Icon: IconArrowsShuffle,
        isFor: ({ rotator }) => rotator !== false,
        run: ({ rotator }) => rotator !== false && void copyAddress(rotator),
      },
      {
        name: "list",
        label: t("campaigns.copyList"),
        named: (name) => t("common.copyNamed", { name: t("campaigns.listOf", { name }) }),
        Icon: IconList,
        isFor: ({ public: isPublic }) => isPublic,
        run: ({ list }) => void copyAddress(list),
      },
      statisticsAction(t, navigate, ({ id }) => ({ campaign: String(id) })),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- copying is the same at any time
    [t, navigate],
  );
}
