import { ActionIcon, Button, Skeleton, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconExternalLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { readableAddress } from "../readableAddress.ts";
import { ApiFailure } from "../client.ts";
import { RecordHistory } from "../history/RecordHistory.tsx";
import { Badges } from "../links/Badges.tsx";
import { deleteLink } from "../links/linkSteps.tsx";
import { useEditor } from "../links/editing.ts";
import { useLink } from "../queries.ts";
import { CopyAddressButton } from "../shell/CopyButton.tsx";
import { useCopyAddress } from "../shell/clipboard.tsx";
import { EmptyState } from "../shell/EmptyState.tsx";
import { FailureNotice } from "../shell/FailureNotice.tsx";
import { AddressReach } from "../shell/AddressReach.tsx";
import { useShortcuts } from "../shell/shortcuts.ts";
import { Facts } from "./Facts.tsx";
import classes from "./LinkScreen.module.css";
import { Statistics } from "./Statistics.tsx";

export function LinkScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const link = useLink(Number(id));
  const { isWithinList, back } = useWayBack();
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
          <Skeleton height={240} aria-label={t("common.loading")} />
        )
      ) : (
        <>
          <Head link={link.data.details} />
          <Facts link={link.data.details} />
          <Statistics statistics={link.data.data} />
          <RecordHistory kind="links" id={link.data.details.id} title={t("history.ofLink")} />
        </>
      )}
    </>
  );
}

/** Back to the list as it was left, where the window came from it. */
function useWayBack() {
  const navigate = useNavigate();
  const { state }: { state: unknown } = useLocation();
  const isWithinList = typeof state === "object" && state !== null && "fromList" in state;
  return {
    isWithinList,
    back: () => void (isWithinList ? navigate(-1) : navigate("/links")),
  };
}

type Details = NonNullable<ReturnType<typeof useLink>["data"]>["details"];

function Head({ link }: { readonly link: Details }) {
  const { t } = useTranslation();
  const editor = useEditor();
  const name = readableAddress(link.shorturl);
  // A narrow window breaks the line before the alias.
  const place = name.lastIndexOf("/") + 1;
  const { back } = useWayBack();
  const remove = async () => {
    if (await deleteLink(link)) back();
  };
  const { copyAddress } = useCopyAddress();
  useShortcuts({
    e: () => editor.openEdit(link.id),
    delete: () => void remove(),
    "mod+c": () => {
      if (String(getSelection()) === "") void copyAddress(link.shorturl);
    },
  });
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <h1 aria-label={t("link.title", { name })}>
          <bdi dir="ltr">
            {name.slice(0, place)}
            <wbr />
            {name.slice(place)}
          </bdi>
        </h1>
        {link.title !== "" && (
          <p className="soft">
            <bdi>{link.title}</bdi>
          </p>
        )}
        <Badges link={link} />
        <AddressReach address={link.shorturl} />
      </div>
      <div className={classes.actions}>
        <CopyAddressButton text={link.shorturl} label={t("common.copyNamed", { name })} />
        <Tooltip label={t("common.open")}>
          <ActionIcon
            component="a"
            href={link.shorturl}
            target="_blank"
            rel="noreferrer"
            aria-label={t("common.openNamed", { name })}
          >
            <IconExternalLink size={16} className="mirrored" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("common.edit")}>
          <ActionIcon
            aria-label={t("common.editNamed", { name })}
            onClick={() => editor.openEdit(link.id)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("common.delete")}>
          <ActionIcon aria-label={t("common.deleteNamed", { name })} onClick={() => void remove()}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}
