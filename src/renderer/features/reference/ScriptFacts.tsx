import { ActionIcon, Group, Tooltip } from "@mantine/core";
import IconEye from "@iconify-json/tabler/icons/eye";
import IconEyeOff from "@iconify-json/tabler/icons/eye-off";
import { type ReactNode, useState } from "react";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { useApiKey } from "../../app/client/queries.ts";
import { useSettings } from "../settings/settings.ts";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import classes from "./ScriptFacts.module.css";

/** The base URL, the API key and the rate limit. */
export function ScriptFacts({ server }: { readonly server: string }) {
  const { t, format } = useI18n();
  const settings = useSettings();
  const limit = settings.data?.find(({ key }) => key === "rateLimit")?.value;
  const { data: key, isError } = useApiKey();
  const [isKeyShown, setKeyShown] = useState(false);
  const showLabel = t(isKeyShown ? "key.hide" : "key.show");
  return (
    <Group
      component="dl"
      gap="4px 32px"
      align="stretch"
      py={4}
      px="md"
      bd="1px solid var(--line)"
      bdrs="md"
      bg="var(--sheet)"
    >
      <Fact name={t("reference.base")}>
        <bdi dir="ltr" className={classes.value}>
          {server}
        </bdi>
        <CopyButton text={server} label={t("common.copyNamed", { name: t("reference.base") })} />
      </Fact>
      <Fact name={t("key.title")}>
        {key === undefined ? (
          isError && (
            <span role="alert" className="soft">
              {t("reference.keyFailed")}
            </span>
          )
        ) : (
          <>
            <bdi dir="ltr" className={classes.value} data-testid="script-key">
              {isKeyShown ? (
                key
              ) : (
                <span role="img" aria-label={t("key.hidden")}>
                  {"•".repeat(12)}
                </span>
              )}
            </bdi>
            <Tooltip label={showLabel}>
              <ActionIcon aria-label={showLabel} onClick={() => setKeyShown(!isKeyShown)}>
                {isKeyShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              </ActionIcon>
            </Tooltip>
            <CopyButton text={key} label={t("common.copyNamed", { name: t("key.title") })} />
          </>
        )}
      </Fact>
      {typeof limit === "number" && (
        <Fact name={t("reference.rateLimit")}>
          {t("reference.perMinute", format.counted(limit))}
        </Fact>
      )}
    </Group>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Group className={classes.fact} gap="sm" wrap="nowrap">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Group>
  );
}
