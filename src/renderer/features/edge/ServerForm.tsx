import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Edge } from "../../../contract/server/edge.ts";
import type { FieldFault } from "../../../contract/envelope.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { SecretField } from "../../ui/inputs/SecretField.tsx";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { useBusy } from "../../ui/messages/useBusy.ts";
import { changeEdge } from "./edge.ts";

const placeholder = "https://copy.example.org";

/** Connects a copy that runs on a server of one's own, or connects it again. */
export function ServerForm({ edge }: { readonly edge: Edge }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(edge.address ?? "");
  const [secret, setSecret] = useState("");
  const [mayBeRead, setMayBeRead] = useState(false);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const { isBusy, during } = useBusy();

  async function send() {
    try {
      setFaults([]);
      await changeEdge("connectEdge", {
        body: { address, secret, ...(mayBeRead && { unencrypted: true }) },
      });
    } catch (error) {
      const known = error instanceof ApiFailure ? error.faults : [];
      setFaults(known);
      if (known.length === 0) showFailure(error);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void during(send);
  }

  const faultOf = (name: "address" | "secret" | "unencrypted") =>
    faults.some(({ field }) => field === name) ? t(`edge.server.${name}Fault`) : null;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t("edge.server.address")}
          description={t("edge.server.addressText")}
          dir="ltr"
          labelProps={{ dir: "auto" }}
          placeholder={placeholder}
          value={address}
          error={faultOf("address")}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {(mayBeRead || faultOf("unencrypted") !== null) && (
          <Checkbox
            label={t("edge.server.unencrypted")}
            error={faultOf("unencrypted")}
            checked={mayBeRead}
            onChange={(event) => setMayBeRead(event.currentTarget.checked)}
          />
        )}
        <SecretField
          label={t("edge.server.secret")}
          description={t("edge.server.secretText")}
          showLabel={t("edge.server.showSecret")}
          value={secret}
          error={faultOf("secret")}
          type={setSecret}
        />
        <Group gap="sm">
          <Button type="submit" loading={isBusy || edge.setUp?.endedAt === null}>
            {t(edge.set ? "edge.server.again" : "edge.server.connect")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
