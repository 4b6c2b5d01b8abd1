import { Button, Card, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  keyLevels,
  type KeyLevel,
  type KeyScope,
} from "../../../contract/server/automation/keys.ts";
import { api } from "../../app/client/api.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { useI18n } from "../../i18n/PreferencesProvider.tsx";
import { CopyButton } from "../../ui/address/CopyButton.tsx";
import { faultSentence } from "../../ui/messages/faultSentence.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { refreshKeys } from "./automation.ts";

export interface ShownKey {
  readonly name: string;
  readonly scope: KeyScope;
  readonly key: string;
}

/** Creates a key of one of these scopes; those of assistants have a level, too. */
export function NewKeyForm({
  scopes,
  show,
}: {
  readonly scopes: readonly [KeyScope, ...KeyScope[]];
  readonly show: (made: ShownKey) => void;
}) {
  const { t } = useI18n();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<KeyScope>(scopes[0]);
  const [level, setLevel] = useState<KeyLevel>("suggest");
  const [fault, setFault] = useState<string | null>(null);
  const { isBusy, during } = useBusy();

  const create = () =>
    during(
      async () => {
        const body = { name, scope, ...(scope === "assistant" && { level }) };
        const { key } = await api.call("addKey", { body });
        show({ name: name.trim(), scope, key });
        setName("");
        await refreshKeys();
      },
      (error) => {
        const [first] = error instanceof ApiFailure ? error.faults : [];
        if (first === undefined) showFailure(error);
        else setFault(faultSentence(first, t));
      },
    );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t("automation.keys.name")}
          value={name}
          error={fault}
          maxLength={60}
          required
          onChange={(event) => {
            setFault(null);
            setName(event.currentTarget.value);
          }}
        />
        {scopes.length > 1 && (
          <NativeSelect
            label={t("automation.keys.scope")}
            value={scope}
            data={scopes.map((one) => ({ value: one, label: t(`automation.scopes.${one}`) }))}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setScope(scopes.find((one) => one === value) ?? scopes[0]);
            }}
          />
        )}
        {scope === "assistant" && (
          <NativeSelect
            label={t("automation.keys.level")}
            value={level}
            data={keyLevels.map((one) => ({ value: one, label: t(`automation.levels.${one}`) }))}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setLevel(keyLevels.find((one) => one === value) ?? "suggest");
            }}
          />
        )}
        <Button type="submit" loading={isBusy} disabled={name.trim() === ""}>
          {t("automation.keys.create")}
        </Button>
      </Group>
    </form>
  );
}

/** A key that was just created or renewed. */
export function MadeKey({
  made: { name, key },
  close,
}: {
  readonly made: ShownKey;
  readonly close: () => void;
}) {
  const { t } = useI18n();
  return (
    <Card role="status" padding="sm">
      <Stack gap="xs">
        <h3>{t("automation.keys.made", { name: `\u2068${name}\u2069` })}</h3>
        <Text size="xs" c="dimmed">
          {t("automation.keys.once")}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <bdi dir="ltr" data-testid="made-key" style={{ overflowWrap: "anywhere" }}>
            {key}
          </bdi>
          <CopyButton text={key} label={t("automation.keys.copy")} />
        </Group>
        <div>
          <Button size="compact-sm" onClick={close}>
            {t("automation.keys.saved")}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
