import { ActionIcon, Tooltip } from "@mantine/core";
import IconEye from "@iconify-json/tabler/icons/eye";
import IconEyeOff from "@iconify-json/tabler/icons/eye-off";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../ui/address/CopyButton.tsx";
import classes from "./ScriptFacts.module.css";
import type { ScriptKey } from "./scriptKey.ts";

/** The two things every script needs. */
export function ScriptFacts({
  server,
  scriptKey,
}: {
  readonly server: string;
  readonly scriptKey: ScriptKey;
}) {
  const { t } = useTranslation();
  const showLabel = t(scriptKey.isVisible ? "key.hide" : "key.show");
  return (
    <dl className={classes.facts}>
      <div className={classes.fact}>
        <dt>{t("reference.base")}</dt>
        <dd>
          <bdi dir="ltr" className={classes.value}>
            {server}
          </bdi>
          <CopyButton text={server} label={t("common.copyNamed", { name: t("reference.base") })} />
        </dd>
      </div>
      <div className={classes.fact}>
        <dt>{t("reference.key")}</dt>
        <dd>
          {scriptKey.isFailed && !scriptKey.isKnown ? (
            <span role="alert" className="soft">
              {t("reference.keyFailed")}
            </span>
          ) : (
            <>
              <bdi dir="ltr" className={classes.value} data-testid="script-key">
                {scriptKey.isVisible ? (
                  scriptKey.shown
                ) : (
                  <span role="img" aria-label={t("key.hidden")}>
                    {scriptKey.shown}
                  </span>
                )}
              </bdi>
              <Tooltip label={showLabel}>
                <ActionIcon aria-label={showLabel} onClick={scriptKey.toggle}>
                  {scriptKey.isVisible ? <IconEyeOff size={16} /> : <IconEye size={16} />}
                </ActionIcon>
              </Tooltip>
              <CopyButton
                text={scriptKey.copied}
                label={t("common.copyNamed", { name: t("reference.key") })}
              />
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
