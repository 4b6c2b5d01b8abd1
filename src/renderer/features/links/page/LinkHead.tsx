import { ActionIcon, Button, Menu } from "@mantine/core";
import IconArchive from "@iconify-json/tabler/icons/archive";
import IconArchiveOff from "@iconify-json/tabler/icons/archive-off";
import IconCopy from "@iconify-json/tabler/icons/copy";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconPencil from "@iconify-json/tabler/icons/pencil";
import IconQrcode from "@iconify-json/tabler/icons/qrcode";
import IconTrash from "@iconify-json/tabler/icons/trash";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { Badges } from "../Badges.tsx";
import { useEditor } from "../editorContext.ts";
import { archiveLink, deleteLink } from "../linkSteps.tsx";
import { LinkQr } from "../../qrCodes/LinkQr.tsx";
import { readableAddress } from "../../../ui/address/readableAddress.ts";
import { useCopy, useCopyAddress } from "../../../ui/address/clipboard.tsx";
import { CopyAddressButton } from "../../../ui/address/CopyButton.tsx";
import { useShortcuts } from "../../../app/frame/shortcuts.ts";
import classes from "./LinkScreen.module.css";
import IconUserQuestion from "@iconify-json/tabler/icons/user-question";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TryDialog } from "../../tryLink/TryDialog.tsx";

/** The link's address, and what can be done with it. */
export function LinkHead({
  link,
  leave,
}: {
  readonly link: LinkDetails;
  readonly leave: () => void;
}) {
  const { t } = useTranslation();
  const editor = useEditor();
  const [isQrShown, setQrShown] = useState(false);
  const name = readableAddress(link.shorturl);
  // A narrow window breaks the line before the alias.
  const place = name.lastIndexOf("/") + 1;
  const remove = async () => {
    if (await deleteLink(link)) leave();
  };
  const archive = () => void archiveLink(link, !link.archived);
  const encoded = new URL(link.shorturl).href;
  const { copyAddress } = useCopyAddress();
  const { copy } = useCopy();
  useShortcuts({
    e: () => editor.openEdit(link.id),
    q: () => setQrShown(true),
    a: archive,
    delete: () => void remove(),
    "mod+c": () => {
      if (String(getSelection()) === "") void copyAddress(link.shorturl);
    },
  });
  return (
    <div className={classes.head}>
      <div className={classes.name}>
        <div className={classes.address}>
          <h1 aria-label={t("link.title", { name })}>
            <bdi dir="ltr">
              {name.slice(0, place)}
              <wbr />
              {name.slice(place)}
            </bdi>
          </h1>
          <CopyAddressButton text={link.shorturl} label={t("common.copyNamed", { name })} />
        </div>
        {link.title !== "" && (
          <p className="soft">
            <bdi>{link.title}</bdi>
          </p>
        )}
        <Badges link={link} />
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          leftSection={<IconQrcode size={16} aria-hidden="true" />}
          aria-label={t("common.qrNamed", { name })}
          aria-keyshortcuts="Q"
          onClick={() => setQrShown(true)}
        >
          {t("common.qr")}
        </Button>
        <TryAsVisitor id={link.id} />
        <Button
          size="xs"
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          aria-label={t("common.editNamed", { name })}
          aria-keyshortcuts="E"
          onClick={() => editor.openEdit(link.id)}
        >
          {t("common.edit")}
        </Button>
        <Menu position="bottom-end" returnFocus>
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t("link.actions", { name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              component="a"
              href={link.shorturl}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={16} className="mirrored" />}
            >
              {t("common.open")}
            </Menu.Item>
            {encoded.includes("%") && (
              <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy(encoded)}>
                {t("link.copyEncoded")}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={link.archived ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
              rightSection={<kbd className="key">A</kbd>}
              onClick={archive}
            >
              {t(link.archived ? "link.unarchive" : "link.archive")}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
              {t("common.delete")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {isQrShown && <LinkQr link={link} close={() => setQrShown(false)} />}
    </div>
  );
}

/** Opens what a visitor would get from a link, and why. */
function TryAsVisitor({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUserQuestion size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t("common.tryAsVisitor")}
      </Button>
      {isOpen && <TryDialog id={id} close={() => setOpen(false)} />}
    </>
  );
}
