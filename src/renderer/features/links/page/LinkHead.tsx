import { ActionIcon, Button, Group, Menu, Stack, Text } from "@mantine/core";
import IconArchive from "@iconify-json/tabler/icons/archive";
import IconArchiveOff from "@iconify-json/tabler/icons/archive-off";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconCopy from "@iconify-json/tabler/icons/copy";
import IconDots from "@iconify-json/tabler/icons/dots";
import IconExternalLink from "@iconify-json/tabler/icons/external-link";
import IconPhoto from "@iconify-json/tabler/icons/photo";
import IconTrash from "@iconify-json/tabler/icons/trash";
import type { LinkDetails } from "../../../../contract/resources/links.ts";
import { useEditor } from "../editorContext.ts";
import { archiveLink, deleteLink } from "../linkSteps.tsx";
import { LinkQr } from "../../qrCodes/LinkQr.tsx";
import { Badges } from "../Badges.tsx";
import { Blade } from "../../../ui/Blade.tsx";
import { showFailure, toast } from "../../../ui/messages/toasts.tsx";
import { useI18n } from "../../../i18n/PreferencesProvider.tsx";
import { copyShareCard } from "../shareCard.ts";
import { readableAddress } from "../../../ui/address/readableAddress.ts";
import { useCopy, useCopyAddress } from "../../../ui/address/clipboard.tsx";
import { useShortcuts } from "../../../app/frame/shortcuts.ts";
import classes from "./LinkScreen.module.css";
import { useState } from "react";
import { TryDialog } from "../../tryLink/TryDialog.tsx";

const mod = /mac/i.test(navigator.platform) ? "⌘" : "Ctrl";

/** The link's address, and what can be done with it. */
export function LinkHead({
  link,
  leave,
}: {
  readonly link: LinkDetails;
  readonly leave: () => void;
}) {
  const { t, format } = useI18n();
  const editor = useEditor();
  const [isQrShown, setQrShown] = useState(false);
  const [isTrying, setTrying] = useState(false);
  const name = readableAddress(link.shorturl);
  const remove = async () => {
    if (await deleteLink(link)) leave();
  };
  const archive = () => void archiveLink(link, !link.archived);
  const encoded = new URL(link.shorturl).href;
  const { copied, copyAddress } = useCopyAddress();
  const { copy } = useCopy();
  const share = () => {
    copyShareCard({
      id: link.id,
      shorturl: link.shorturl,
      title: link.title,
      countOf: (clicks) =>
        t("link.sharedCount", {
          clicks: t("links.clicksOf", format.counted(clicks)),
        }),
    })
      .then(() => toast({ text: t("link.shared") }))
      .catch(showFailure);
  };
  useShortcuts({
    e: () => editor.openEdit(link.id),
    q: () => setQrShown(true),
    a: archive,
    delete: () => void remove(),
    "mod+c": ({ shiftKey }) => {
      if (shiftKey) share();
      else if (String(getSelection()) === "") void copyAddress(link.shorturl);
    },
  });
  return (
    <Stack gap="sm" flex="1 1 320px" miw={0}>
      <h1 className="visuallyHidden">{t("link.title", { name })}</h1>
      <Group gap="md">
        <div className={classes.blade}>
          <Blade of={link.shorturl} size="page" />
        </div>
        <Stack gap={6} flex="1 1 180px" miw={0}>
          {link.title !== "" && (
            <Text fz="var(--text-section)" fw={600} lineClamp={3}>
              <bdi>{link.title}</bdi>
            </Text>
          )}
          <Badges link={link} />
        </Stack>
      </Group>
      <Group gap="xs" className={classes.actions}>
        <Button
          size="xs"
          variant="filled"
          color="ink"
          leftSection={
            copied === link.shorturl ? (
              <IconCheck size={16} aria-hidden="true" />
            ) : (
              <IconCopy size={16} aria-hidden="true" />
            )
          }
          aria-label={t("common.copyNamed", { name })}
          onClick={() => void copyAddress(link.shorturl)}
        >
          {t(copied === link.shorturl ? "common.copied" : "common.copy")}
        </Button>
        <Button
          size="xs"
          aria-label={t("common.qrNamed", { name })}
          aria-keyshortcuts="Q"
          onClick={() => setQrShown(true)}
        >
          {t("common.qr")}
        </Button>
        <Button
          size="xs"
          aria-label={t("common.editNamed", { name })}
          aria-keyshortcuts="E"
          onClick={() => editor.openEdit(link.id)}
        >
          {t("common.edit")}
        </Button>
        <Button size="xs" onClick={() => setTrying(true)}>
          {t("common.tryAsVisitor")}
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
              leftSection={<IconPhoto size={16} />}
              rightSection={<kbd className="key">{`${mod} Shift C`}</kbd>}
              onClick={share}
            >
              {t("link.share")}
            </Menu.Item>
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
      </Group>
      {isQrShown && <LinkQr link={link} close={() => setQrShown(false)} />}
      {isTrying && <TryDialog id={link.id} close={() => setTrying(false)} />}
    </Stack>
  );
}
