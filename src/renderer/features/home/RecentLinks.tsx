import { Button, Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { LinkListItem } from "../../../contract/resources/links.ts";
import { readableAddress } from "../../ui/address/readableAddress.ts";
import { useFormat } from "../../i18n/PreferencesProvider.tsx";
import { Badges } from "../links/Badges.tsx";
import type { RecordPage } from "../../ui/list/recordSource.ts";
import { isBidiMixed } from "../../ui/address/isBidiMixed.ts";
import { Address } from "../../ui/address/Address.tsx";
import { CopyAddressButton } from "../../ui/address/CopyButton.tsx";
import { Count } from "../../ui/navigation/Count.tsx";
import { EmptyState } from "../../ui/messages/EmptyState.tsx";
import { FailureNotice } from "../../ui/messages/FailureNotice.tsx";
import { ShortAddress } from "../../ui/address/ShortAddress.tsx";
import home from "./HomeScreen.module.css";
import classes from "./RecentLinks.module.css";

export function RecentLinks({
  latest,
  tryExample,
}: {
  readonly latest: UseQueryResult<RecordPage<LinkListItem>>;
  readonly tryExample: () => void;
}) {
  const { t } = useTranslation();
  const heading = useId();
  const { data, isError, error } = latest;
  if (data === undefined && isError)
    return <FailureNotice error={error} retry={() => void latest.refetch()} />;
  if (data?.total === 0)
    return (
      <section className={home.panel}>
        <EmptyState
          title={t("home.emptyTitle")}
          text={t("home.empty")}
          action={
            <>
              <Button variant="default" onClick={tryExample}>
                {t("home.tryExample")}
              </Button>
              <Link to="/exchange">{t("home.bring")}</Link>
            </>
          }
        />
      </section>
    );
  return (
    <section className={home.panel} aria-labelledby={heading}>
      <div className={home.panelHead}>
        <h2 id={heading}>{t("home.recent")}</h2>
        <Link to="/links">{t("home.all")}</Link>
      </div>
      {data === undefined ? (
        <Skeleton height={160} m="md" />
      ) : (
        <ul className={classes.list}>
          {data.items.map((link) => (
            <RecentLink key={link.id} link={link} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentLink({ link }: { readonly link: LinkListItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = readableAddress(link.shorturl);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Link to={`/links/${link.id}`} className={classes.short}>
          <ShortAddress of={link.shorturl} />
        </Link>
        <div className={classes.about}>
          {link.title !== "" && (
            <bdi className={classes.title} title={link.title} data-mixed={isBidiMixed(link.title)}>
              {link.title}
            </bdi>
          )}
          <span className={classes.target}>
            <Address of={link.longurl} />
          </span>
        </div>
      </div>
      <Badges link={link} isCompact />
      <span className={classes.clicks}>
        <Count
          value={link.clicks}
          text={t("links.clicksOf", { count: link.clicks, formatted: format.number(link.clicks) })}
        />
      </span>
      <CopyAddressButton text={link.shorturl} label={t("common.copyNamed", { name })} />
    </li>
  );
}
