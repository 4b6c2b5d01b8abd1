import { ActionIcon, Tooltip } from "@mantine/core";
import IconCheck from "@iconify-json/tabler/icons/check";
import IconCopy from "@iconify-json/tabler/icons/copy";
import { useTranslation } from "react-i18next";
import { useCopy, useCopyAddress } from "./clipboard.tsx";

interface Props {
  readonly text: string;
  readonly label: string;
}

export function CopyButton({ text, label }: Props) {
  const { isCopied, copy } = useCopy();
  return <Copying label={label} isCopied={isCopied} copy={() => void copy(text)} />;
}

/** For a link's short address, which goes to others. */
export function CopyAddressButton({ text, label }: Props) {
  const { copied, copyAddress } = useCopyAddress();
  return <Copying label={label} isCopied={copied === text} copy={() => void copyAddress(text)} />;
}

function Copying({
  label,
  isCopied,
  copy,
}: {
  readonly label: string;
  readonly isCopied: boolean;
  readonly copy: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Tooltip label={isCopied ? t("common.copied") : t("common.copy")}>
      <ActionIcon aria-label={label} onClick={copy}>
        {isCopied ? <IconCheck size={16} color="var(--good)" /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
