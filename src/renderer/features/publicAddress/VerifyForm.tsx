import { Button, Paper, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import { ApiFailure } from "../../app/client/client.ts";
import { showFailure } from "../../ui/messages/toasts.tsx";
import { ProofSteps } from "./ProofSteps.tsx";
import type { Shared } from "./SharingScreen.tsx";
import { useSharing } from "./sharing.ts";

/** For a tunnel that doesn't tell its address: its owner does, and it is asked from outside. */
export function VerifyForm({ door, tunnel }: Shared) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(tunnel.address ?? "");
  const [fault, setFault] = useState<string | null>(null);
  const { isBusy, verify } = useSharing((error) => {
    if (error instanceof ApiFailure && error.status === 400) setFault(t("public.mustBe.address"));
    else showFailure(error);
  });
  const address = completeAddress(typed);

  function ask(event: FormEvent) {
    event.preventDefault();
    // An address of this computer is the server's to explain, as for the command line.
    if (URL.canParse(address)) return verify(tunnel, address);
    setFault(t(typed.trim() === "" ? "faults.needed" : "public.mustBe.address"));
  }

  return (
    <Paper component="section" p="md" withBorder aria-label={t("public.verifyTitle")}>
      <form onSubmit={ask} noValidate>
        <Stack gap="sm">
          <Text>{t("public.verifyText")}</Text>
          <TextInput
            label={t("public.fields.address")}
            labelProps={{ dir: "auto" }}
            description={t("public.about.pasted")}
            dir="ltr"
            placeholder="https://go.example.org"
            value={typed}
            error={fault}
            onChange={(event) => {
              setFault(null);
              setTyped(event.currentTarget.value);
            }}
          />
          <ProofSteps door={door} address={address} />
          <div>
            <Button type="submit" variant="filled" loading={isBusy}>
              {t("public.verify")}
            </Button>
          </div>
        </Stack>
      </form>
    </Paper>
  );
}
