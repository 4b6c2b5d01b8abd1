import IconStar from "@iconify-json/tabler/icons/star";
import IconStarOff from "@iconify-json/tabler/icons/star-off";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { api } from "../../app/client/api.ts";
import { recordEdited } from "../../ui/edit/undoToasts.tsx";
import { linksAction, statisticsAction } from "../../ui/list/recordActions.ts";
import type { RowAction } from "../../ui/list/table/rowActions.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { type Channel, refreshChannels } from "./channelModel.ts";

async function star({ id, name, starred }: Channel, t: TFunction): Promise<void> {
  const body = { starred: !starred, expect: { starred } };
  try {
    const answer = await api.call("updateChannel", { params: { id }, body });
    recordEdited(name, answer, {
      did: t(starred ? "channels.unstarredDid" : "channels.starredDid", { name }),
    });
    await refreshChannels();
  } catch (error) {
    showFailure(error);
  }
}

/** What is done with a channel, besides editing and deleting it. */
export function useChannelActions(): readonly RowAction<Channel>[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo<readonly RowAction<Channel>[]>(
    () => [
      linksAction(t, navigate, ({ id }) => ({ channel: String(id) })),
      statisticsAction(t, navigate, ({ id }) => ({ channel: String(id) })),
      {
        name: "star",
        label: t("channels.star"),
        named: (name) => t("channels.starNamed", { name }),
        Icon: IconStar,
        isFor: ({ starred }) => !starred,
        run: (channel) => void star(channel, t),
      },
      {
        name: "unstar",
        label: t("channels.unstar"),
        named: (name) => t("channels.unstarNamed", { name }),
        Icon: IconStarOff,
        isFor: ({ starred }) => starred,
        run: (channel) => void star(channel, t),
      },
    ],
    [t, navigate],
  );
}
