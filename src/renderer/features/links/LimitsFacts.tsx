import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { LinkDetails } from "../../../contract/resources/links.ts";
import { useLink } from "../../app/client/queries.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { Address } from "../../ui/address/Address.tsx";
import { Fact } from "../../ui/FactList.tsx";

/** When a link starts, how many clicks it has left, and where visits go before and after. */
export function LimitsFacts({ link }: { readonly link: LinkDetails }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, starts, beforeurl, maxclicks, afterurl, split } = link;
  return (
    <>
      {starts !== undefined && <Fact name={t("fields.starts")}>{format.moment(starts)}</Fact>}
      {beforeurl !== undefined && (
        <Fact name={t("decides.before")}>
          <Address of={beforeurl} />
          <ClosedVisits id={id} of="visitsBefore" />
        </Fact>
      )}
      {maxclicks !== undefined && (
        <Fact name={t("fields.maxclicks")}>
          <UsedClicks id={id} most={maxclicks} />
        </Fact>
      )}
      {afterurl !== undefined && (
        <Fact name={t("decides.after")}>
          <Address of={afterurl} />
          <ClosedVisits id={id} of="visitsAfter" />
        </Fact>
      )}
      {split !== undefined && (
        <Fact name={t("fields.split")}>
          {t("decides.splitInto", {
            count: split.variants.length,
            formatted: format.number(split.variants.length),
          })}
          {split.ends !== null &&
            `${t("common.comma")}${t("decides.endsOn", { date: format.moment(split.ends) })}`}
        </Fact>
      )}
    </>
  );
}

/** How many visits went there; nothing until there are some. */
function ClosedVisits({
  id,
  of,
}: {
  readonly id: number;
  readonly of: "visitsBefore" | "visitsAfter";
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const count = useLink(id).data?.data[of] ?? 0;
  if (count === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {t("decides.closedVisits", { count, formatted: format.number(count) })}
    </Text>
  );
}

/** How many clicks of the limit are used; nothing until that is known. */
export function UsedClicks({ id, most }: { readonly id: number; readonly most: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const clicks = useLink(id).data?.data.clicks;
  if (clicks === undefined) return null;
  return (
    <>
      {t(clicks >= most ? "decides.usedUp" : "decides.used", {
        clicks: format.number(clicks),
        most: format.number(most),
      })}
    </>
  );
}
