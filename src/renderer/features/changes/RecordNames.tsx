import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { openingOf } from "../links/editor/linkType.ts";
import {
  useCampaigns,
  useChannels,
  useOverlays,
  usePixels,
  useSplashPages,
} from "../../app/client/namedRecords.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";

const lists = {
  campaigns: useCampaigns,
  channels: useChannels,
  pixels: usePixels,
  splash: useSplashPages,
  overlays: useOverlays,
} as const;

/** Records by name; by number where one is not there any more. */
export function RecordNames({
  of,
  ids,
}: {
  readonly of: keyof typeof lists;
  readonly ids: readonly number[];
}) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = lists[of]();
  const named = (id: number) => data?.find((one) => one.id === id)?.name;
  const isOneMissing = data !== undefined && ids.some((id) => named(id) === undefined);
  // The list may be from just before the record was made.
  useEffect(() => {
    if (isOneMissing) void refetch();
  }, [isOneMissing, refetch]);
  if (isPending) return "…";
  const nameOf = (id: number) => named(id) ?? t("history.unnamed", { id });
  return ids.map((id) => `\u2068${nameOf(id)}\u2069`).join(t("common.comma"));
}

/** How visitors get to a link's target, and by which page. */
export function OpensAs({ type }: { readonly type: string }) {
  const { t } = useTranslation();
  const { kind, id } = openingOf(type);
  return (
    <>
      {t(`filters.types.${kind}`)}
      {id !== null && (
        <>
          : <RecordNames of={kind === "overlay" ? "overlays" : "splash"} ids={[id]} />
        </>
      )}
    </>
  );
}

/** As many links as are looked up by name. */
const mostLinks = 10;

/** Links by their short addresses; of many the first. */
export function LinkNames({ ids }: { readonly ids: readonly number[] }) {
  const { t, format } = useI18n();
  const found = useQueries({
    queries: ids.slice(0, mostLinks).map((id) => ({
      queryKey: ["link", id, "name"],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        try {
          const { details } = await api.call("getLink", { params: { id } }, signal);
          return readableAddress(details.shorturl);
        } catch (error) {
          if (error instanceof ApiFailure && error.status === 404) return null;
          throw error;
        }
      },
    })),
  });
  const names = found.map(({ data, isPending }, place) =>
    isPending ? "…" : `\u2068${data ?? t("history.unnamed", { id: ids[place] })}\u2069`,
  );
  const more = ids.length - names.length;
  return [
    ...names,
    ...(more > 0 ? [t("preview.moreConflicts", { formatted: format.number(more) })] : []),
  ].join(t("common.comma"));
}
