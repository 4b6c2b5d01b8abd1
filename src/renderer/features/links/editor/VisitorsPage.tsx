import { SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import IconArrowRight from "@iconify-json/tabler/icons/arrow-right";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { completeAddress } from "../../../../contract/fields/completeAddress.ts";
import { address } from "../../../../contract/fields/fields.ts";
import { api } from "../../../app/client/api.ts";
import type { Draft } from "../../preview/draft.ts";
import { VisitorPreview } from "../../preview/VisitorPreview.tsx";
import { useFormat } from "../../../i18n/PreferencesProvider.tsx";
import { isMoment } from "../../../i18n/typedMoment.ts";
import { useMinute } from "../../../app/client/queries.ts";
import { readableAddress } from "../../../ui/address/readableAddress.ts";
import type { LinkValues } from "./linkModel.ts";
import { openingOf } from "./linkType.ts";
import { NoPreview } from "./NoPreview.tsx";

/** What lies between the short address and the target: a page for the password, and the link's own. */
export function VisitorsPage({ values }: { readonly values: LinkValues }) {
  const { t } = useTranslation();
  const draft = useDraft(values);
  const needsPassword = values.password !== "" || (values.hasPassword && !values.removePassword);
  const [wanted, setWanted] = useState<"password" | "then">("password");
  const shown = needsPassword ? wanted : "then";
  const target = completeAddress(values.url);
  const { kind } = openingOf(values.type);
  const then = t(`linkEditor.thenPage.${draft === null ? "direct" : kind}`);
  const hasPixels = values.pixels.length > 0;
  const isDecided = values.split.variants.length > 0 || values.rules.some(({ isOff }) => !isOff);
  const way = needsPassword ? "afterwards" : hasPixels ? "through" : "straight";
  const now = useMinute();
  const format = useFormat();
  if (isMoment(values.starts) && values.starts > now) {
    const date = format.moment(values.starts);
    return values.beforeurl.trim() === "" ? (
      <NoPreview>
        <p>{t("schedule.notOpen")}</p>
        <p className="soft">{t("schedule.opens", { date })}</p>
      </NoPreview>
    ) : (
      <Elsewhere sentence={t("schedule.untilThen", { date })} to={values.beforeurl} />
    );
  }
  if (isMoment(values.expiry) && values.expiry <= now)
    return values.afterurl.trim() === "" ? (
      <NoPreview>
        <p>{t("linkEditor.over")}</p>
        <p className="soft">{t("linkEditor.overHint")}</p>
      </NoPreview>
    ) : (
      <Elsewhere sentence={t("schedule.afterwards")} to={values.afterurl} />
    );
  return (
    <>
      {needsPassword && (
        <div>
          <SegmentedControl
            size="xs"
            aria-label={t("linkEditor.steps")}
            value={shown}
            onChange={setWanted}
            data={[
              { value: "password", label: t("linkEditor.firstPassword") },
              { value: "then", label: t("linkEditor.then", { page: then }) },
            ]}
          />
          <Text inherit mt="xs" c="dimmed" fz={13}>
            {t(`linkEditor.order.${draft === null ? "direct" : kind}`)}
          </Text>
        </div>
      )}
      {shown === "password" ? (
        <VisitorPreview draft={{ page: "password" }} label={t("linkEditor.visitorGets")} />
      ) : draft === null ? (
        <NoPreview>
          <IconArrowRight size={20} className="mirrored" aria-hidden="true" />
          {address.safeParse(target).success ? (
            <p>
              {t(`linkEditor.${way}`)} <bdi dir="ltr">{readableAddress(target)}</bdi>
            </p>
          ) : (
            <p>{t(`linkEditor.${way}Target`)}</p>
          )}
          {hasPixels ? (
            <p className="soft">{t("linkEditor.throughHint")}</p>
          ) : (
            !needsPassword && <p className="soft">{t("linkEditor.straightHint")}</p>
          )}
          {isDecided && <p className="soft">{t("rules.others")}</p>}
        </NoPreview>
      ) : (
        <VisitorPreview draft={draft} label={t("linkEditor.visitorGets")} />
      )}
    </>
  );
}

/** Where visits go instead, while the link doesn't redirect. */
function Elsewhere({ sentence, to }: { readonly sentence: string; readonly to: string }) {
  return (
    <NoPreview>
      <IconArrowRight size={20} className="mirrored" aria-hidden="true" />
      <p>
        {sentence} <bdi dir="ltr">{readableAddress(completeAddress(to))}</bdi>
      </p>
    </NoPreview>
  );
}

/** The page of the link's own; null: there is none. */
function useDraft(values: LinkValues): Draft | null {
  const { kind, id } = openingOf(values.type);
  const page = useQuery({
    queryKey: ["opening", kind, id],
    queryFn: async ({ signal }) => pageValues(kind, id ?? 0, signal),
    enabled: id !== null,
  });
  const link = {
    to: completeAddress(values.url),
    ...(values.hasPreview && values.metatitle !== "" ? { title: values.metatitle } : {}),
  };
  if (kind === "direct" || (kind === "overlay" && id === null)) return null;
  if (kind === "frame") return { page: "frame", ...link };
  return { page: kind, values: id === null ? {} : (page.data ?? {}), ...link };
}

async function pageValues(kind: string, id: number, signal: AbortSignal): Promise<Draft["values"]> {
  const call = { params: { id } };
  return kind === "splash"
    ? (await api.call("getSplashPage", call, signal)).details
    : (await api.call("getOverlay", call, signal)).details;
}
