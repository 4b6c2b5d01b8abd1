import { Button, Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiFailure } from "../client.ts";
import { RecordHistory } from "../history/RecordHistory.tsx";
import { useWayBack } from "../list/wayBack.ts";
import { LinkQrCodes } from "../qr/laterLinkQr.ts";
import { useLink } from "../queries.ts";
import { EmptyState } from "../shell/EmptyState.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { StatisticsView } from "../statistics/StatisticsView.tsx";
import { Facts } from "./Facts.tsx";
import { LinkHead } from "./LinkHead.tsx";
import classes from "./LinkScreen.module.css";

export function LinkScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const link = useLink(Number(id));
  const { isWithinList, back } = useWayBack("/links");
  const isGone = link.error instanceof ApiFailure && link.error.status === 404;
  return (
    <>
      <Link
        to="/links"
        className={classes.back}
        onClick={(event) => {
          if (!isWithinList || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          back();
        }}
      >
        <IconArrowLeft size={16} className="mirrored" aria-hidden="true" />
        {t("link.back")}
      </Link>
      {isGone ? (
        <EmptyState
          isScreen
          title={t("link.gone")}
          text=""
          action={
            <Button component={Link} to="/links" variant="default">
              {t("link.back")}
            </Button>
          }
        />
      ) : link.data === undefined ? (
        link.isError ? (
          <FailureNotice error={link.error} retry={() => void link.refetch()} />
        ) : (
          <Skeleton height={240} role="status" aria-label={t("common.loading")} />
        )
      ) : (
        <>
          <LinkHead link={link.data.details} leave={back} />
          <Facts link={link.data.details} />
          <StatisticsView
            scope={{ link: link.data.details.id }}
            first={link.data.details.date.slice(0, 10)}
            name={link.data.details.alias}
          />
          <Suspense>
            <LinkQrCodes link={link.data.details} />
          </Suspense>
          <RecordHistory kind="links" id={link.data.details.id} title={t("history.ofLink")} />
        </>
      )}
    </>
  );
}
