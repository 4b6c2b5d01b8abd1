import { Button, Group, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiFailure } from "../../../app/client/client.ts";
import { RecordHistory } from "../../changes/RecordHistory.tsx";
import { useBackLink } from "../../../ui/list/useBackLink.ts";
import { LinkQrCodes } from "../../qrCodes/LinkQr.tsx";
import { useLink } from "../../../app/client/queries.ts";
import { BackLink } from "../../../ui/navigation/BackLink.tsx";
import { EmptyState } from "../../../ui/messages/EmptyState.tsx";
import { Pending } from "../../../ui/messages/FailureNotice.tsx";
import { StatisticsView } from "../../statistics/StatisticsView.tsx";
import { Facts } from "./Facts.tsx";
import { LinkHead } from "./LinkHead.tsx";

export function LinkScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const link = useLink(Number(id));
  const { isWithinList, back } = useBackLink("/links");
  const isGone = link.error instanceof ApiFailure && link.error.status === 404;
  return (
    <>
      <BackLink
        to="/links"
        onClick={(event) => {
          if (!isWithinList || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          back();
        }}
      >
        {t("link.back")}
      </BackLink>
      {isGone ? (
        <EmptyState
          isScreen
          title={t("link.gone")}
          text={t("link.goneText")}
          action={
            <Group gap={8} justify="center">
              <Button component={Link} to="/trash" variant="default">
                {t("link.toTrash")}
              </Button>
              <Button component={Link} to="/history" variant="subtle">
                {t("link.toHistory")}
              </Button>
            </Group>
          }
        />
      ) : link.data === undefined ? (
        <Pending of={link} height={240} />
      ) : (
        <>
          <StatisticsView
            scope={{ link: link.data.details.id }}
            first={link.data.details.date.slice(0, 10)}
            name={link.data.details.alias}
            leave={isWithinList ? back : undefined}
            lead={<LinkHead link={link.data.details} leave={back} />}
            side={
              <Stack gap="lg">
                <Facts link={link.data.details} />
                <LinkQrCodes link={link.data.details} />
                <RecordHistory kind="links" id={link.data.details.id} title={t("history.ofLink")} />
              </Stack>
            }
          />
        </>
      )}
    </>
  );
}
