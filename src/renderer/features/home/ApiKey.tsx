import { ActionIcon, Tooltip } from "@mantine/core";
import IconCopy from "@iconify-json/tabler/icons/copy";
import IconEye from "@iconify-json/tabler/icons/eye";
import IconEyeOff from "@iconify-json/tabler/icons/eye-off";
import IconCheck from "@iconify-json/tabler/icons/check";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressInSentence } from "../../ui/address/readableAddress.ts";
import { api } from "../../app/client/api.ts";
import { useCopy } from "../../ui/address/clipboard.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import classes from "./HomeScreen.module.css";

/** The key is asked for when it is wanted, and not kept after it is hidden again. */
export function ApiKey({ baseUrl }: { readonly baseUrl: string }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string | null>(null);
  const { isCopied, copy } = useCopy();

  async function withKey(use: (key: string) => unknown): Promise<void> {
    try {
      await use((await api.call("getKey", {})).key);
    } catch (error) {
      showFailure(error);
    }
  }

  const showLabel = t(key === null ? "key.show" : "key.hide");
  return (
    <section className={classes.panel}>
      <div className={classes.panelHead}>
        <h2>{t("key.title")}</h2>
        <div className={classes.actions}>
          <Tooltip label={showLabel}>
            <ActionIcon
              aria-label={showLabel}
              onClick={() => (key === null ? void withKey(setKey) : setKey(null))}
            >
              {key === null ? <IconEye size={16} /> : <IconEyeOff size={16} />}
            </ActionIcon>
          </Tooltip>
          <Tooltip label={isCopied ? t("common.copied") : t("common.copy")}>
            <ActionIcon
              aria-label={t("common.copyNamed", { name: t("key.title") })}
              onClick={() => void withKey(copy)}
            >
              {isCopied ? <IconCheck size={16} color="var(--good)" /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      <div className={classes.padded}>
        <code className={classes.key} data-testid="api-key">
          <bdi dir="ltr">
            {key ?? (
              <span aria-label={t("key.hidden")} role="img">
                {"•".repeat(24)}
              </span>
            )}
          </bdi>
        </code>
        <p className="soft">{t("key.text", { address: addressInSentence(`${baseUrl}/api`) })}</p>
      </div>
    </section>
  );
}
