import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCopy } from "./clipboard.tsx";

export function CopyButton({
  text,
  label,
  tabIndex,
}: {
  readonly text: string;
  readonly label: string;
  readonly tabIndex?: number;
}) {
  const { t } = useTranslation();
  const { isCopied, copy } = useCopy();
  return (
    <Tooltip label={isCopied ? t("common.copied") : t("common.copy")}>
      <ActionIcon
        aria-label={label}
        {...(tabIndex === undefined ? {} : { tabIndex })}
        onClick={(event) => {
          event.stopPropagation();
          void copy(text);
        }}
      >
        {isCopied ? <IconCheck size={16} color="var(--good)" /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  );
}
